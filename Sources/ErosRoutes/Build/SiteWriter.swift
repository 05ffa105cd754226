import ErosCore
import ErosCrypto
import ErosFiles

/// Writes the files of a site under names that hold their hash.
struct SiteWriter {
  /// How many files are synced side by side.
  private static let batch = 64
  private static let largestFile = 512 << 20

  /// The built files below the output, by the names they have in the source.
  private(set) var names: [String: String] = [:]
  private(set) var bytes: UInt64 = 0
  private(set) var unchanged = 0

  private let site: SiteSource
  private let output: String
  private var staged: [StagedFile] = []

  init(_ site: SiteSource, output: String) {
    self.site = site
    self.output = output
  }

  /// Writes a file; all that it refers to must have been written.
  mutating func write(_ file: String) throws {
    let isText = FileReferences.isText(file)
    let content =
      isText
      ? rewritten(try site.text(of: file), of: file)
      : try readWholeFile(site.path + "/" + file, limit: Self.largestFile)
    let name = isText ? Self.name(of: file, try MD5Digest.of(content.span)) : file
    names[file] = name
    bytes += UInt64(content.count)
    let path = output + "/" + name
    if (try? readWholeFile(path, limit: content.count)) == content {
      unchanged += 1
      return
    }
    try createFolders(output + "/" + name.pathComponents.dropLast().joined(separator: "/"))
    try stage(content, path)
  }

  /// Puts all files in their places, and then the map.
  mutating func finish(with map: RouteMap) throws {
    try commit()
    let path = output + "/" + RouteMap.fileName
    if (try? readWholeFile(path)) != map.text { try writeWholeFile(map.text, to: path) }
  }

  private mutating func stage(_ content: [UInt8], _ path: String) throws {
    let file = try StagedFile(path)
    try file.write(content, at: 0)
    staged.append(file)
    if staged.count >= Self.batch { try commit() }
  }

  private mutating func commit() throws {
    if !staged.isEmpty { try StagedFile.commit(staged) }
    staged = []
  }

  /// The text with the built names in its references.
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

  /// `demo.html` becomes `demo-c775298867.html`.
  private static func name(of file: String, _ digest: MD5Digest) -> String {
    let dot = file.lastIndex(of: ".") ?? file.endIndex
    let hash = digest.description.prefix(RouteAddress.hashDigits)
    return "\(file[..<dot])-\(hash)\(file[dot...])"
  }
}
