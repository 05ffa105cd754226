package import ErosCore

extension JSONFields {
  /// Reads one value per platform, such as `{"ios": "1.2.0"}`.
  ///
  /// Unknown keys are ignored, because a later version may add platforms.
  package mutating func platformValues(
    _ key: String
  ) throws(JSONFieldFailure) -> [Platform: String] {
    var fields = try JSONFields(value(key), "'\(key)'")
    var values: [Platform: String] = [:]
    for platform in Platform.allCases {
      values[platform] = try fields.optionalString(platform.rawValue)
    }
    return values
  }
}

extension [Platform: String] {
  package var json: JSONValue {
    var members: [String: JSONValue] = [:]
    for (platform, value) in self { members[platform.rawValue] = .string(value) }
    return .sorted(members)
  }
}
