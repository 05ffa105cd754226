package import ErosCore

extension [String: JSONValue] {
  private static var erosKey: String { "eros" }

  /// Returns the fields of this project in metadata, or `nil` if there are none.
  package func erosFields() throws(JSONFieldFailure) -> JSONFields? {
    guard let value = self[Self.erosKey] else { return nil }
    return try JSONFields(value, "'\(Self.erosKey)'")
  }

  /// Replaces some fields of this project.
  ///
  /// `nil` removes a field.
  ///
  /// Unlisted fields stay, because a later version may have added them.
  package mutating func setErosFields(_ values: KeyValuePairs<String, JSONValue?>) {
    var fields = self[Self.erosKey]?.object ?? JSONObject()
    for (key, value) in values { fields[key] = value }
    self[Self.erosKey] = fields.members.isEmpty ? nil : .object(fields)
  }
}
