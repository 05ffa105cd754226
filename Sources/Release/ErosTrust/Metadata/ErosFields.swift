package import ErosCore

extension [String: JSONValue] {
  private static var erosKey: String { "eros" }

  /// Returns the fields that this project adds to metadata, or `nil` if the metadata has none.
  package func erosFields() throws(JSONFieldFailure) -> JSONFields? {
    guard let value = self[Self.erosKey] else { return nil }
    return try JSONFields(value, "'\(Self.erosKey)'")
  }

  /// Replaces fields that this project adds to metadata, and removes those with the value `nil`.
  ///
  /// Other fields stay, because a later version may have added them.
  package mutating func setErosFields(_ values: KeyValuePairs<String, JSONValue?>) {
    var fields = self[Self.erosKey]?.object ?? JSONObject()
    for (key, value) in values { fields[key] = value }
    self[Self.erosKey] = fields.members.isEmpty ? nil : .object(fields)
  }
}
