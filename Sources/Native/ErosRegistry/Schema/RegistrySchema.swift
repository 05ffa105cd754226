import ErosTemplates

/// The JSON Schema of `eros.native.json`, for editors.
///
/// `eros` checks descriptions in code, for exact positions and for rules beyond a schema.
public enum RegistrySchema {
  /// The schema as JSON, printed by `eros config schema`.
  public static var text: String {
    let path = "Sources/Native/ErosRegistry/Schema/Data/eros.native.schema.json"
    return String(decoding: EmbeddedFile.bytes(path), as: UTF8.self)
  }
}
