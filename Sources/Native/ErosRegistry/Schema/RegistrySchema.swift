import ErosTemplates

/// A JSON Schema for `eros.native.json`, so that your editor can help you.
///
/// `eros` itself checks descriptions in code, for exact positions and for rules beyond a schema.
public enum RegistrySchema {
  /// The schema as JSON.
  ///
  /// `eros config schema` prints it.
  public static var text: String {
    let path = "Sources/Native/ErosRegistry/Schema/Data/eros.native.schema.json"
    return String(decoding: EmbeddedFile.bytes(path), as: UTF8.self)
  }
}
