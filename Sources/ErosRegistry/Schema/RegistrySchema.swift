/// The JSON Schema of `eros.native.json`, for editors.
///
/// The tool itself checks in code, for the sake of exact places and of rules that no schema states.
public enum RegistrySchema {
  /// The schema as JSON, as `eros generate --print-schema` prints it.
  public static var text: String {
    String(decoding: PackageResources.eros_native_schema_json, as: UTF8.self)
  }
}
