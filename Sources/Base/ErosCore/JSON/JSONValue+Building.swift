extension JSONValue {
  /// Creates an object with keys in byte order, so that equal contents give equal documents.
  package static func sorted(_ members: [String: JSONValue]) -> JSONValue {
    .object(
      JSONObject(
        members.sorted { inByteOrder($0.key, $1.key) }
          .map { JSONObject.Member(key: $0.key, node: JSONNode($0.value)) }))
  }

  package static func strings(_ strings: [String]) -> JSONValue {
    .array(strings.map { JSONNode(.string($0)) })
  }

  package static func list(_ values: [JSONValue]) -> JSONValue {
    .array(values.map { JSONNode($0) })
  }

  package static func integer(_ number: some BinaryInteger) -> JSONValue { .number(String(number)) }

  /// Returns `null` for `nil`.
  package static func string(orNull text: String?) -> JSONValue {
    text.map { .string($0) } ?? .null
  }

  /// Returns `null` for `nil`.
  package static func integer(orNull number: (some BinaryInteger)?) -> JSONValue {
    number.map { .integer($0) } ?? .null
  }
}
