import ErosCore
import ErosCrypto
import ErosFiles

/// Writes a site's files under names that contain their hashes.
///
/// Symlinks in the output folder are not followed.
struct SiteWriter {
  /// The paths of the built files in the output, by their paths in the source.
  private(set) var names: [String: String] = [:]
  private(set) var bytes: UInt64 = 0
  private(set) var unchanged = 0

  private let site: SiteSource
  private let output: Folder
  private let tree: TreeWriter
  /// The staged map.
  ///
  /// While it is open, a second build into the same folder fails.
  private let map: StagedFile
  /// The files that are synced at once.
  ///
  /// Each keeps its folder open, and a process can open only so many.
  private var staged: [(file: TemporaryFile, name: String)] = []

  /// Opens the output folder and deletes what an interrupted build left behind.
  init(_ site: SiteSource, output path: String) throws {
    self.site = site
    map = try StagedFile(path + "/" + RouteMap.fileName)
    output = try Folder(path)
    tree = TreeWriter(output)
    try output.removeStagedFiles(except: RouteMap.fileName)
    for entry in try FolderWalk(path).entries where entry.status.kind == .folder {
      try tree.makeFolder(entry.relativePath.pathComponents).removeStagedFiles()
    }
  }

  /// Writes a file, after the files that it refers to.
  mutating func write(_ file: String) throws {
    let isText = FileReferences.isText(file)
    let content =
      isText
      ? rewritten(try site.text(of: file), of: file)
      : try readWholeFile(site.path + "/" + file, limit: SiteSource.maximumFileSize)
    let path = isText ? Self.name(of: file, try MD5Digest.of(content)) : file
    names[file] = path
    bytes += UInt64(content.count)
    let folder = try folder(path.pathComponents.dropLast())
    let name = String(path.pathComponents.last ?? "")
    if let present = try? folder.openFile(name), present.status.size == UInt64(content.count),
      try present.read(at: 0, count: content.count) == content
    {
      unchanged += 1
      return
    }
    let file = try TemporaryFile(in: folder, named: .staged(for: name))
    try file.write(content)
    try file.close()
    staged.append((file, name))
    if staged.count >= OpenFiles.limit { try commit() }
  }

  /// Renames all files to their final names, and the map last.
  mutating func finish(with map: RouteMap) throws {
    try commit()
    let file = try? output.openFile(RouteMap.fileName)
    if let file, try file.read(at: 0, count: Int(file.status.size)) == map.text { return }
    try self.map.write(map.text, at: 0)
    try StagedFile.commit([self.map])
    try output.sync()
  }

  private func folder(_ components: ArraySlice<Substring>) throws(FileError) -> Folder {
    do { return try tree.makeFolder(Array(components)) } catch {
      // A file or symlink with the folder's name is in the way.
      throw FileError(.create, error.path, error.reason)
    }
  }

  private mutating func commit() throws {
    guard !staged.isEmpty else { return }
    try output.syncTree()
    for (file, name) in staged { try file.rename(to: name) }
    staged = []
    try output.syncTree()
  }

  /// Replaces each reference by the built file's name.
  private func rewritten(_ text: [UInt8], of file: String) -> [UInt8] {
    var result: [UInt8] = []
    var copied = 0
    for reference in site.references[file] ?? [] {
      guard let name = names[reference.file]?.pathComponents.last else { continue }
      let old = text[reference.range]
      let nameStart = old.lastIndex(of: UInt8(ascii: "/")).map { $0 + 1 } ?? old.startIndex
      result += text[copied..<nameStart] + name.utf8
      copied = reference.range.upperBound
    }
    return result + text[copied...]
  }

  /// Returns the built name, such as `demo-c775298867.html` for `demo.html`.
  private static func name(of file: String, _ digest: MD5Digest) -> String {
    let dot = file.lastIndex(of: ".") ?? file.endIndex
    let hash = digest.description.prefix(RouteAddress.hashDigits)
    return "\(file[..<dot])-\(hash)\(file[dot...])"
  }
}
