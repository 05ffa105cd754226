package import ErosBundle
package import ErosCore
import ErosFiles

/// The scripts of a bundle or of a folder of built pages.
package struct RehearsalSource: Sendable {
  /// The maximum size of a script in a zip.
  private static let maximumSize: UInt64 = 64 << 20
  /// The folders whose scripts belong to web views and are not pages.
  private static let resourceFolders: Set<Substring> = ["assets", "iconfont"]

  /// A script that may be a page.
  package struct Script: Sendable {
    /// The path in the bundle.
    package let path: BundlePath
    /// The path for messages.
    package let file: String
    package let text: [UInt8]
  }

  /// The name of the bundle or folder for messages.
  package let name: String
  /// The scripts, sorted by path.
  package let scripts: [Script]

  /// Reads the scripts of a folder.
  package init(folder: String) throws {
    name = folder
    scripts = try FolderWalk(folder).entries.compactMap { entry in
      guard entry.status.kind == .file, let path = try? BundlePath(entry.relativePath),
        Self.isScript(path)
      else { return nil }
      let file = joinedPath(folder, entry.relativePath)
      return Script(path: path, file: file, text: try readWholeFile(file))
    }.sorted { $0.path < $1.path }
  }

  /// Reads the scripts of a zip.
  ///
  /// - Throws: `UnsafeBundleError` for a zip that is not safe.
  package init(_ zip: some ZipSource, by verifier: BundleVerifier) throws {
    name = zip.path
    let structure = try ZipStructure(zip, limits: verifier.limits)
    let reader = EntryReader(zip)
    var scripts: [Script] = []
    for entry in structure.entries where Self.isScript(entry.path) && !entry.isFolder {
      var text: [UInt8] = []
      guard entry.size <= Self.maximumSize, try reader.read(entry, { text += $0 }) == nil else {
        throw UnsafeBundleError(bundle: zip.path, try verifier.verify(zip))
      }
      scripts.append(Script(path: entry.path, file: entry.path.string, text: text))
    }
    guard structure.isSafe else {
      throw UnsafeBundleError(bundle: zip.path, try verifier.verify(zip))
    }
    self.scripts = scripts.sorted { $0.path < $1.path }
  }

  private static func isScript(_ path: BundlePath) -> Bool {
    guard path.string.hasSuffix(".js"), let folder = path.components.first else { return false }
    return !resourceFolders.contains(folder)
  }
}
