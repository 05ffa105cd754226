import ErosCore
import ErosFiles

/// A folder of built pages, scripts and other files, before they get their names with hashes.
struct SiteSource {
  static let largestText = 64 << 20
  static let largestFile = 512 << 20

  let path: String
  /// The files below the folder, in the order of their names' bytes.
  let files: [String]
  /// Which files each one refers to, by name, with the places.
  let references: [String: [(range: Range<Int>, file: String)]]
  /// What is in the way of a build, or is odd.
  let problems: [RouteProblem]
  /// What was left out.
  let skipped: [String]

  /// Walks the folder and reads its pages, scripts and style sheets.
  init(_ path: String, base: String) throws {
    self.path = path
    let walk = try FolderWalk(path) { name, _ in
      name.pathComponents.last?.utf8.first == UInt8(ascii: ".")
    }
    skipped = walk.skipped.sorted()
    let entries = walk.entries.filter { $0.status.kind == .file }
      .sorted { inByteOrder($0.relativePath, $1.relativePath) }
    let files = entries.map(\.relativePath)
    self.files = files
    let tooLarge = entries.compactMap(SourceNames.sizeProblem)
    var problems = SourceNames.problems(of: walk) + tooLarge + SourceNames.problems(of: files)
    var links = SiteLinks(base: base, files: files)
    let unread = Set(tooLarge.map(\.subject))
    for file in files where FileReferences.isText(file) && !unread.contains(file) {
      links.add(FileReferences.find(in: try Self.read(path, file), of: file), of: file)
    }
    references = links.references
    problems += links.problems
    self.problems = problems
  }

  /// The whole text of a page, a script or a style sheet.
  func text(of file: String) throws -> [UInt8] { try Self.read(path, file) }

  private static func read(_ path: String, _ file: String) throws -> [UInt8] {
    try readWholeFile(path + "/" + file, limit: largestText)
  }
}
