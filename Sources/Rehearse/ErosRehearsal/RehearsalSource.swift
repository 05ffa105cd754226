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
    /// The number of the script in an HTML page, or 0 for a file of its own.
    var part = 0
  }

  /// The name of the bundle or folder for messages.
  package let name: String
  let isFolder: Bool
  /// The scripts, sorted by path.
  package let scripts: [Script]
  /// The HTML pages, sorted by path.
  let webPages: [Script]
  let files: RehearsalFiles

  /// Reads the scripts of a folder.
  package init(folder: String) throws {
    name = folder
    isFolder = true
    let entries = try FolderWalk(folder).entries
    files = RehearsalFiles(entries.filter { $0.status.kind == .file }.map(\.relativePath))
    let found = try entries.compactMap { entry -> Script? in
      guard entry.status.kind == .file, let path = try? BundlePath(entry.relativePath),
        Self.isScript(path) || Self.isWebPage(path)
      else { return nil }
      let file = joinedPath(folder, entry.relativePath)
      return Script(path: path, file: file, text: try readWholeFile(file))
    }.sorted { $0.path < $1.path }
    scripts = found.filter { Self.isScript($0.path) }
    webPages = found.filter { Self.isWebPage($0.path) }
  }

  /// Reads the scripts of a zip.
  ///
  /// - Throws: `UnsafeBundleError` for a zip that is not safe.
  package init(_ zip: some ZipSource, by verifier: BundleVerifier) throws {
    name = zip.path
    isFolder = false
    let structure = try ZipStructure(zip, limits: verifier.limits)
    let reader = EntryReader(zip)
    var scripts: [Script] = []
    for entry in structure.entries where !entry.isFolder {
      guard Self.isScript(entry.path) || Self.isWebPage(entry.path) else { continue }
      var text: [UInt8] = []
      guard entry.size <= Self.maximumSize, try reader.read(entry, { text += $0 }) == nil else {
        throw UnsafeBundleError(bundle: zip.path, try verifier.verify(zip))
      }
      scripts.append(Script(path: entry.path, file: entry.path.string, text: text))
    }
    guard structure.isSafe else {
      throw UnsafeBundleError(bundle: zip.path, try verifier.verify(zip))
    }
    let sorted = scripts.sorted { $0.path < $1.path }
    self.scripts = sorted.filter { Self.isScript($0.path) }
    webPages = sorted.filter { Self.isWebPage($0.path) }
    files = RehearsalFiles(structure.entries.filter { !$0.isFolder }.map(\.path.string))
  }

  private static func isScript(_ path: BundlePath) -> Bool { isOfPages(path, [".js"]) }

  private static func isWebPage(_ path: BundlePath) -> Bool { isOfPages(path, [".html", ".htm"]) }

  private static func isOfPages(_ path: BundlePath, _ extensions: [String]) -> Bool {
    guard extensions.contains(where: { path.string.hasSuffix($0) }),
      let folder = path.components.first
    else { return false }
    return !resourceFolders.contains(folder)
  }
}
