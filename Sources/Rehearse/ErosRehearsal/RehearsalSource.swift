package import ErosBundle
package import ErosCore
import ErosFiles

/// The scripts in a bundle or in a folder of built pages.
package struct RehearsalSource: Sendable {
  /// The maximum size of a script in bytes.
  static let maximumSize: UInt64 = 64 << 20
  /// Scripts in these folders belong to web views and are not pages.
  private static let resourceFolders: Set<Substring> = ["assets", "iconfont"]

  /// A script that may be a page.
  package struct Script: Sendable {
    package let path: BundlePath
    /// The path that messages show.
    package let file: String
    let text: [UInt8]
    /// The number of the script in an HTML page, or 0 for a file of its own.
    var part = 0
    /// The size in bytes, if the script is too large.
    ///
    /// It is then not read.
    var excessSize: UInt64?

    init(path: BundlePath, file: String, text: [UInt8], part: Int = 0) {
      self.path = path
      self.file = file
      self.text = text
      self.part = part
    }

    /// Creates a script that is too large to be read.
    init(path: BundlePath, file: String, excessSize: UInt64) {
      self.init(path: path, file: file, text: [])
      self.excessSize = excessSize
    }
  }

  /// The name of the bundle or folder that messages show.
  package let name: String
  let isFolder: Bool
  /// The app's name in a zip's manifest, if it is known.
  package let appName: String?
  let scripts: [Script]
  let webPages: [Script]
  let files: RehearsalFiles

  init(folder: String) throws {
    name = folder
    isFolder = true
    appName = nil
    let entries = try FolderWalk(folder, skips: { path, _ in JunkFile(path) != nil }).entries
    files = RehearsalFiles(entries.filter { $0.status.kind == .file }.map(\.relativePath))
    let scripts = try entries.compactMap { entry -> Script? in
      guard entry.status.kind == .file, let path = try? BundlePath(entry.relativePath),
        Self.isScript(path) || Self.isWebPage(path)
      else { return nil }
      let file = joinedPath(folder, entry.relativePath)
      let size = entry.status.size
      return size > Self.maximumSize
        ? Script(path: path, file: file, excessSize: size)
        : Script(
          path: path, file: file, text: try readWholeFile(file, limit: Int(Self.maximumSize)))
    }.sorted { $0.path < $1.path }
    self.scripts = scripts.filter { Self.isScript($0.path) }
    webPages = scripts.filter { Self.isWebPage($0.path) }
  }

  /// Reads the scripts in a bundle.
  ///
  /// - Throws: `UnsafeBundleError` if the zip is not safe. `FileError` if it cannot be read.
  package init(_ bundle: OpenedBundle<some ZipSource>) throws {
    let zip = bundle.zip
    name = zip.path
    isFolder = false
    let structure = try bundle.safeStructure()
    let reader = EntryReader(zip)
    var scripts: [Script] = []
    for entry in structure.entries where !entry.isFolder {
      let path = entry.path
      guard Self.isScript(path) || Self.isWebPage(path) else { continue }
      guard entry.size <= Self.maximumSize else {
        scripts.append(Script(path: path, file: path.string, excessSize: entry.size))
        continue
      }
      var text: [UInt8] = []
      if let damage = try reader.read(entry, { text += $0 }) {
        throw UnsafeBundleError(bundle: zip.path, damage: damage)
      }
      scripts.append(Script(path: path, file: path.string, text: text))
    }
    appName = try Self.appName(in: structure, reader)
    let sorted = scripts.sorted { $0.path < $1.path }
    self.scripts = sorted.filter { Self.isScript($0.path) }
    webPages = sorted.filter { Self.isWebPage($0.path) }
    files = RehearsalFiles(structure.entries.filter { !$0.isFolder }.map(\.path.string))
  }

  /// Returns the app's name from a zip's manifest, or `nil` if there is no valid manifest.
  private static func appName(in structure: ZipStructure, _ reader: EntryReader) throws -> String? {
    let name = BundleManifest.entryName
    guard let entry = structure.entries.first(where: { $0.path.string == name }),
      entry.size <= maximumSize
    else { return nil }
    var text: [UInt8] = []
    guard try reader.read(entry, { text += $0 }) == nil else { return nil }
    return BundleManifest.read(text, name: name).manifest?.appName
  }

  private static func isScript(_ path: BundlePath) -> Bool { isOfPages(path, [".js"]) }

  private static func isWebPage(_ path: BundlePath) -> Bool { isOfPages(path, [".html", ".htm"]) }

  private static func isOfPages(_ path: BundlePath, _ extensions: [String]) -> Bool {
    guard extensions.contains(where: { path.string.hasSuffix($0) }),
      !JunkFile.isAround(path.string), let folder = path.components.first
    else { return false }
    return !resourceFolders.contains(folder)
  }
}
