/// The JSON Schema of `eros.native.json`, for editors.
///
/// `eros` checks descriptions in code, for exact positions and for rules that a schema cannot express.
public enum RegistrySchema {
  /// The schema as JSON, which `eros generate --print-schema` prints.
  public static var text: String {
    String(decoding: PackageResources.eros_native_schema_json, as: UTF8.self)
  }
}
