/// The JSON Schema of `eros.native.json`, for editors.
///
/// `eros` checks descriptions in code, for exact positions and for rules beyond a schema.
public enum RegistrySchema {
  /// The schema as JSON, printed by `eros config schema`.
  public static var text: String {
    String(decoding: PackageResources.eros_native_schema_json, as: UTF8.self)
  }
}
