/// The `manifest.json` of a uni-app project's sources: JSON with comments.
///
/// HBuilderX creates it at the top of a project, and the command line in `src`. A build has another
/// `manifest.json`, which ``WgtIdentity`` reads.
package struct UniManifest: Sendable {
  /// The paths of the manifest in a project.
  package static let paths = [WgtIdentity.fileName, "src/" + WgtIdentity.fileName]

  /// The key of ``versionName``.
  package static let versionKey = "versionName"

  package let appID: JSONValue?
  /// The version of both apps.
  package let versionName: JSONNode?
  package let versionCode: JSONValue?
  /// The native plugins that HBuilderX adds to the apps, by their identifiers.
  package let plugins: [JSONObject.Member]

  /// Reads a manifest, or returns `nil` if the document is not an object.
  ///
  /// A byte-order mark is allowed. Ranges are in `bytes`.
  package init?(
    _ bytes: [UInt8], file: String, limits: JSONReader.Limits = .standard
  ) throws(JSONError) {
    let node = try JSONReader.read(bytes, file: file, syntax: .javaScript, limits: limits)
    guard let root = node.value.object else { return nil }
    appID = root["appid"]
    versionName = root.node(of: Self.versionKey)
    versionCode = root["versionCode"]
    plugins = root["app-plus"]?.object?["nativePlugins"]?.object?.members ?? []
  }
}
