package import ErosCore

/// The unread fields of a metadata object.
///
/// Reading a field removes it, so the remaining fields are the unknown fields.
package struct MetadataFields {
  /// The name of the object, for messages.
  private let name: String
  private var members: [String: JSONValue]

  /// - Throws: ``MetadataFault`` if `value` is not an object.
  package init(_ value: JSONValue, _ name: String) throws(MetadataFault) {
    guard let object = value.object else {
      throw MetadataFault("\(name) is \(value.kindName), expected an object")
    }
    self.name = name
    members = Dictionary(
      object.members.map { ($0.key, $0.node.value) }, uniquingKeysWith: { first, _ in first })
  }

  /// The unread fields.
  var unknown: [String: JSONValue] { members }

  /// Removes and returns the value of a field, or returns `nil` if it is missing.
  package mutating func optional(_ key: String) -> JSONValue? { members.removeValue(forKey: key) }

  /// Removes and returns the value of a required field.
  package mutating func value(_ key: String) throws(MetadataFault) -> JSONValue {
    guard let value = optional(key) else { throw MetadataFault("\(name) does not have '\(key)'") }
    return value
  }

  /// Removes and returns a string.
  package mutating func string(_ key: String) throws(MetadataFault) -> String {
    let value = try value(key)
    guard let text = value.string else { throw fault(key, value, expected: "a string") }
    return text
  }

  /// Removes and returns an integer from `minimum` to `maximum`.
  package mutating func integer(
    _ key: String, from minimum: Int64, to maximum: Int64 = .max
  ) throws(MetadataFault) -> Int64 {
    let value = try value(key)
    guard let number = value.integer else { throw fault(key, value, expected: "an integer") }
    guard number >= minimum else {
      throw MetadataFault("'\(key)' of \(name) is \(number), expected at least \(minimum)")
    }
    guard number <= maximum else {
      throw MetadataFault("'\(key)' of \(name) is \(number), expected at most \(maximum)")
    }
    return number
  }

  /// Removes and returns an integer of at least `minimum`, or returns `nil` if it is missing.
  package mutating func optionalInteger(
    _ key: String, from minimum: Int64
  ) throws(MetadataFault) -> Int64? {
    members[key] == nil ? nil : try integer(key, from: minimum)
  }

  /// Removes and returns a Boolean; a missing field counts as `false`.
  package mutating func flag(_ key: String) throws(MetadataFault) -> Bool {
    guard let value = optional(key) else { return false }
    guard let flag = value.bool else { throw fault(key, value, expected: "a boolean") }
    return flag
  }

  /// Removes an object and returns its members.
  package mutating func object(_ key: String) throws(MetadataFault) -> [JSONObject.Member] {
    let value = try value(key)
    guard let object = value.object else { throw fault(key, value, expected: "an object") }
    return object.members
  }

  /// Removes and returns an array.
  package mutating func array(_ key: String) throws(MetadataFault) -> [JSONValue] {
    let value = try value(key)
    guard let array = value.array else { throw fault(key, value, expected: "an array") }
    return array.map(\.value)
  }

  /// Removes and returns an array of strings.
  mutating func strings(_ key: String) throws(MetadataFault) -> [String] {
    var strings: [String] = []
    for value in try array(key) {
      guard let string = value.string else {
        throw MetadataFault("'\(key)' of \(name) contains \(value.kindName), expected strings")
      }
      strings.append(string)
    }
    return strings
  }

  /// Removes and returns an array of strings, or returns `nil` if it is missing.
  package mutating func optionalStrings(_ key: String) throws(MetadataFault) -> [String]? {
    members[key] == nil ? nil : try strings(key)
  }

  private func fault(_ key: String, _ value: JSONValue, expected: String) -> MetadataFault {
    MetadataFault("'\(key)' of \(name) is \(value.kindName), expected \(expected)")
  }
}

extension [String: JSONValue] {
  private static var erosKey: String { "eros" }

  /// Returns this project's fields in the metadata, or `nil` if there are none.
  package func erosFields() throws(MetadataFault) -> MetadataFields? {
    guard let value = self[Self.erosKey] else { return nil }
    return try MetadataFields(value, "'\(Self.erosKey)'")
  }

  /// Replaces this project's fields in the metadata, and removes fields with the value `nil`.
  ///
  /// Other fields stay, because a newer version may have added them.
  package mutating func setErosFields(_ values: KeyValuePairs<String, JSONValue?>) {
    var fields = self[Self.erosKey]?.object ?? JSONObject()
    for (key, value) in values { fields[key] = value }
    self[Self.erosKey] = fields.members.isEmpty ? nil : .object(fields)
  }
}
