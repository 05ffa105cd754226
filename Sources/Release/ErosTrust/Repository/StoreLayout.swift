import ErosCore

/// The names of the objects in a release store.
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

  /// The only object that changes with each publication.
  package static var timestamp: ObjectKey { key(metadataPrefix + TopLevelRole.timestamp.file) }

  /// The result of the last probe of the store.
  package static var probe: ObjectKey { key("probe.json") }

  /// Returns the key of a role's metadata, for example `metadata/3.my-app-production.json`.
  package static func metadata(_ role: String, version: Int64) -> ObjectKey {
    key(metadataPrefix + RoleName(role).file(version: version))
  }

  /// Returns the key of a target, with its digest in the file name.
  ///
  /// Returns `nil` if the path is not safe.
  package static func targetKey(_ path: String, _ file: TargetFile) -> ObjectKey? {
    ObjectKey(targetsPrefix + file.consistentPath(of: path))
  }

  /// Returns whether the object is a metadata file.
  package static func isMetadata(_ key: ObjectKey) -> Bool { key.text.hasPrefix(metadataPrefix) }

  /// Returns whether the object is a target.
  package static func isTarget(_ key: ObjectKey) -> Bool { key.text.hasPrefix(targetsPrefix) }

  /// Returns the key of a file for legacy clients.
  package static func legacy(_ app: String, _ file: String) -> ObjectKey {
    key(legacyFolder(app) + file)
  }

  /// Returns the key of a file for legacy clients, or `nil` if the file name is not safe.
  package static func legacyKey(_ app: String, _ file: String) -> ObjectKey? {
    ObjectKey(legacyFolder(app) + file)
  }

  /// Returns the folder of an app's files for legacy clients, with a trailing slash.
  package static func legacyFolder(_ app: String) -> String { "legacy/\(app)/" }

  /// Creates a key from parts that are already validated.
  private static func key(_ text: String) -> ObjectKey {
    guard let key = ObjectKey(text) else { preconditionFailure("not a key: \(text)") }
    return key
  }
}
