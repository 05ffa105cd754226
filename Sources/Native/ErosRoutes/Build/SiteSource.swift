import ErosCore
import ErosFiles

/// The input of a build: pages, scripts and further files whose names contain no hashes yet.
struct SiteSource {
  static let maximumTextSize = 64 << 20
  static let maximumFileSize = 512 << 20

  let path: String
  /// Paths relative to the source folder, in byte order.
  let files: [String]
  /// Each file's references: where they are in the file, and the file that they mean.
  let references: [String: [(range: Range<Int>, file: String)]]
  let findings: [Finding]
  let skipped: [String]

  /// Walks the folder and reads its pages, scripts and style sheets.
  init(_ path: String, base: String) throws {
    self.path = path
    let walk = try FolderWalk(path) { name, _ in
      name.pathComponents.last?.utf8.first == UInt8(ascii: ".") || JunkFile(name) != nil
    }
    skipped = walk.skipped.sorted()
    let entries = walk.entries.filter { $0.status.kind == .file }
      .sorted { inByteOrder($0.relativePath, $1.relativePath) }
    let files = entries.map(\.relativePath)
    self.files = files
    let tooLarge = entries.compactMap(SourceNames.sizeFinding)
    let names = SourceNames.findings(of: walk) + tooLarge + SourceNames.findings(of: files)
    var links = SiteLinks(base: base, files: files)
    let unread = Set(tooLarge.compactMap(\.subject))
    for file in files where FileReferences.isText(file) && !unread.contains(file) {
      links.add(FileReferences.find(in: try Self.read(path, file), of: file), of: file)
    }
    references = links.references
    findings = (names + links.findings).map { $0.located(in: path) }
  }

  /// Reads a page, a script or a style sheet.
  func text(of file: String) throws -> [UInt8] { try Self.read(path, file) }

  private static func read(_ path: String, _ file: String) throws -> [UInt8] {
    try readWholeFile(path + "/" + file, limit: maximumTextSize)
  }
}
