public import ErosCore

extension BundleSource {
  /// Files that builds for other platforms have at the top.
  private static let otherBuilds: [(name: String, reason: Message)] = [
    ("app.json", "'app.json' at the top shows a build for a mini program"),
    ("pages.json", "'pages.json' at the top shows the sources of the app"),
  ]

  /// Reads the identity of a uni-app resource package from `manifest.json` at the top.
  ///
  /// - Throws: ``PackError/notWgt(_:_:)`` if `plus.runtime.install` would refuse the package, or if
  ///   the folder is a build for another platform. `FileError` if the file cannot be read.
  public func wgtIdentity() throws -> WgtIdentity {
    func file(_ name: String) -> File? { files.first { $0.path.string == name } }
    for other in Self.otherBuilds where file(other.name) != nil {
      throw PackError.notWgt(root, other.reason)
    }
    guard let manifest = file(WgtIdentity.fileName) else {
      throw PackError.notWgt(
        root,
        file("index.html") == nil
          ? "'manifest.json' not found at the top"
          : "'index.html' without 'manifest.json' shows a build for the web")
    }
    do {
      return try WgtIdentity(manifest.prefix(WgtIdentity.limits.bytes + 1))
    } catch let failure as WgtFailure {
      throw PackError.notWgt(root, failure.message)
    }
  }
}
