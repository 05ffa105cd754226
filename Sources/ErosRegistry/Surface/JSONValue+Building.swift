package import ErosCore

/// Makes JSON whose keys stand in byte order, so that the same content gives the same text.
extension JSONValue {
  package static func sorted(_ members: [String: JSONValue]) -> JSONValue {
    .object(
      JSONObject(
        members.sorted { inByteOrder($0.key, $1.key) }
          .map { JSONObject.Member(key: $0.key, node: JSONNode($0.value)) }))
  }

  package static func strings(_ texts: [String]) -> JSONValue {
    .array(texts.map { JSONNode(.string($0)) })
  }

  static func list(_ values: [JSONValue]) -> JSONValue { .array(values.map { JSONNode($0) }) }

  static func whole(_ number: Int) -> JSONValue { .number(String(number)) }
}
