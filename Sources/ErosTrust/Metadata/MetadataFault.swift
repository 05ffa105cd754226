package import ErosCore

/// The reason why a metadata file is malformed; the reader of the file adds the file's name.
package struct MetadataFault: Error {
  package let reason: String

  package init(_ reason: String) { self.reason = reason }
}

/// The values of a metadata object that were not read yet.
///
/// Each read takes a member out, so that the rest are the unknown fields.
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

  /// The fields that no read has taken.
  var unknown: [String: JSONValue] { members }

  /// Takes the value of a field that may be missing.
  package mutating func optional(_ key: String) -> JSONValue? { members.removeValue(forKey: key) }

  /// Takes the value of a field, which must exist.
  package mutating func value(_ key: String) throws(MetadataFault) -> JSONValue {
    guard let value = optional(key) else { throw MetadataFault("\(name) does not have '\(key)'") }
    return value
  }

  package mutating func string(_ key: String) throws(MetadataFault) -> String {
    let value = try value(key)
    guard let text = value.string else { throw fault(key, value, expected: "a string") }
    return text
  }

  /// Takes an integer of at least `minimum`.
  package mutating func integer(_ key: String, from minimum: Int64) throws(MetadataFault) -> Int64 {
    let value = try value(key)
    guard let number = value.integer else { throw fault(key, value, expected: "an integer") }
    guard number >= minimum else {
      throw MetadataFault("'\(key)' of \(name) is \(number), expected at least \(minimum)")
    }
    return number
  }

  /// Takes an integer that may be missing.
  mutating func optionalInteger(
    _ key: String, from minimum: Int64
  ) throws(MetadataFault) -> Int64? {
    members[key] == nil ? nil : try integer(key, from: minimum)
  }

  /// Takes a Boolean; a missing field is `false`.
  package mutating func flag(_ key: String) throws(MetadataFault) -> Bool {
    guard let value = optional(key) else { return false }
    guard let flag = value.bool else { throw fault(key, value, expected: "a boolean") }
    return flag
  }

  /// Takes the members of an object.
  package mutating func object(_ key: String) throws(MetadataFault) -> [JSONObject.Member] {
    let value = try value(key)
    guard let object = value.object else { throw fault(key, value, expected: "an object") }
    return object.members
  }

  package mutating func array(_ key: String) throws(MetadataFault) -> [JSONValue] {
    let value = try value(key)
    guard let array = value.array else { throw fault(key, value, expected: "an array") }
    return array.map(\.value)
  }

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

  /// Takes a list of strings that may be missing.
  mutating func optionalStrings(_ key: String) throws(MetadataFault) -> [String]? {
    members[key] == nil ? nil : try strings(key)
  }

  private func fault(_ key: String, _ value: JSONValue, expected: String) -> MetadataFault {
    MetadataFault("'\(key)' of \(name) is \(value.kindName), expected \(expected)")
  }
}
