import ErosCore

/// Names the objects in a release store.
///
/// ```
/// metadata/N.root.json, N.targets.json, N.snapshot.json, N.<app>-<channel>.json
/// metadata/timestamp.json
/// targets/<app>/<channel>/<number>/<sha256>.<name>
/// legacy/<app>/<jsVersion>.zip, <MD5 of both versions>.zip, index.json
/// probe.json
/// ```
package enum StoreLayout {
  package static let metadataPrefix = "metadata/"
  package static let targetsPrefix = "targets/"

  /// The only object that each publication replaces.
  package static var timestamp: ObjectKey { key(metadataPrefix + TopLevelRole.timestamp.file) }

  /// The result of the last probe.
  package static var probe: ObjectKey { key("probe.json") }

  /// For example `metadata/3.my-app-production.json`.
  package static func metadata(_ role: String, version: Int64) -> ObjectKey {
    key(metadataPrefix + RoleName(role).file(version: version))
  }

  /// Returns the key of a target, with its digest in the file name, or `nil` if the path is not
  /// safe.
  package static func targetKey(_ path: String, _ file: TargetFile) -> ObjectKey? {
    ObjectKey(targetsPrefix + file.consistentPath(of: path))
  }

  package static func isMetadata(_ key: ObjectKey) -> Bool { key.text.hasPrefix(metadataPrefix) }

  package static func isTarget(_ key: ObjectKey) -> Bool { key.text.hasPrefix(targetsPrefix) }

  package static func legacy(_ app: String, _ file: String) -> ObjectKey {
    key(legacyFolder(app) + file)
  }

  /// Returns `nil` if the file name is not safe.
  package static func legacyKey(_ app: String, _ file: String) -> ObjectKey? {
    ObjectKey(legacyFolder(app) + file)
  }

  /// Ends with a slash.
  package static func legacyFolder(_ app: String) -> String { "legacy/\(app)/" }

  /// Only for parts that are known to be valid.
  private static func key(_ text: String) -> ObjectKey {
    guard let key = ObjectKey(text) else { preconditionFailure("not a key: \(text)") }
    return key
  }
}
