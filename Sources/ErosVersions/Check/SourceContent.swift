import ErosBundle
import ErosCore
import ErosCrypto
import ErosFiles

/// What a source folder would make a bundle of, and what its files refer to.
struct SourceContent {
  /// A reference such as `bmlocal://assets/logo.png` in a file.
  struct AssetReference: Hashable, Sendable {
    let path: String
    /// Where it stands, in bytes.
    let offset: Int
  }

  let source: BundleSource
  let digests: SourceDigests<[AssetReference]>
  private let names: Set<String>

  init(_ folder: String, threads: Int) throws {
    source = try BundleSource(folder)
    let scan = AssetScan()
    digests = try SourceDigests(source, threads: threads) { path, bytes in
      AssetScan.reads(path) ? scan.references(in: bytes) : nil
    }
    names = Set(source.files.map(\.path.string))
  }

  func has(_ path: String) -> Bool { names.contains(path) }

  /// Where a file of the source lies.
  func place(_ path: BundlePath) -> String { source.root + "/" + path.string }

  // MARK: Manifests

  /// The files that are not as a manifest lists them, sorted by name.
  ///
  /// A manifest of the old tool lists binary files by other rules, and need not list all of them.
  func differences(from manifest: BundleManifest) throws -> [String] {
    var listed: [String: BundleManifest.File] = [:]
    for file in manifest.files { listed[String(file.page.utf8.dropFirst()) ?? ""] = file }
    var differences: [String] = []
    for file in digests.files {
      let name = file.file.path.string
      if let entry = listed.removeValue(forKey: name) {
        if try !matches(file, entry) { differences.append(name) }
      } else if manifest.treeHash != nil || name.ends(with: ".js") {
        differences.append(name)
      }
    }
    return (differences + listed.keys).sorted()
  }

  private func matches(
    _ file: SourceDigests<[AssetReference]>.File, _ entry: BundleManifest.File
  ) throws -> Bool {
    if Self.matches(file.file.digest, entry) { return true }
    // A second look is for files that seem to differ, which are few.
    if file.hasAddedLine {
      let plain = try Self.digest(of: place(file.file.path))
      return Self.matches(plain, entry)
    }
    guard entry.sha256 == nil else { return false }
    let bytes = try readWholeFile(place(file.file.path), limit: .max)
    guard UTF8Text.firstIllFormedByte(in: bytes) != nil else { return false }
    var hasher = try LegacyTextHasher()
    try hasher.update(bytes)
    return try hasher.finish().values.contains(entry.md5)
  }

  private static func matches(_ digest: FileDigest, _ entry: BundleManifest.File) -> Bool {
    entry.sha256.map { $0 == digest.sha256 } ?? (entry.md5 == digest.md5)
  }

  private static func digest(of path: String) throws -> FileDigest {
    var hasher = try FileHasher()
    try ReadableFile(path).forEachPiece { try hasher.update($0.span) }
    return try hasher.finish()
  }
}

/// Finds references to files of the bundle in the text of others.
///
/// Only what is written out in quotes or brackets counts: an address that a script puts together
/// cannot be told.
struct AssetScan: Sendable {
  static let scheme = "bmlocal://"

  private static let endings = [
    ".js", ".json", ".css", ".html", ".htm", ".vue", ".we", ".svg",
  ]
  private let search = ByteSearch(Array(Self.scheme.utf8))

  /// Whether the file at `path` is one that refers to others.
  static func reads(_ path: BundlePath) -> Bool {
    endings.contains { path.string.ends(with: $0) }
  }

  /// The references, each path once.
  func references(in bytes: [UInt8]) -> [SourceContent.AssetReference]? {
    var found: [SourceContent.AssetReference] = []
    var paths: Set<String> = []
    var start = 0
    while let offset = search.first(in: bytes.span, from: start) {
      start = offset + Self.scheme.utf8.count
      guard offset > 0, "\"'`(".utf8.contains(bytes[offset - 1]) else { continue }
      let end = bytes[start...].firstIndex { !Self.isPartOfPath($0) } ?? bytes.count
      if let path = Self.path(bytes[start..<end]), !Self.goesOn(bytes, at: end),
        paths.insert(path).inserted
      {
        found.append(.init(path: path, offset: offset))
      }
    }
    return found.isEmpty ? nil : found
  }

  /// The path in what is behind the scheme, or `nil` when that names no file.
  static func path(_ bytes: some Sequence<UInt8>) -> String? {
    let path = String(
      decoding: bytes.prefix { $0 != UInt8(ascii: "?") && $0 != UInt8(ascii: "#") }, as: UTF8.self)
    return path.isEmpty || path.hasSuffix("/") ? nil : path
  }

  private static func isPartOfPath(_ byte: UInt8) -> Bool {
    byte > 0x20 && !"\"'`()\\<>,;{}$|*".utf8.contains(byte)
  }

  /// Whether a script appends something to the text that ends at `end`.
  private static func goesOn(_ bytes: [UInt8], at end: Int) -> Bool {
    guard end < bytes.count else { return true }
    if "${*|".utf8.contains(bytes[end]) { return true }
    // In a string of a script that is in a string itself, the quote has a backslash.
    let quote = bytes[end] == UInt8(ascii: "\\") ? end + 1 : end
    let rest = bytes[min(quote + 1, bytes.count)...].drop { $0.isSpace }
    return rest.first == UInt8(ascii: "+") || rest.starts(with: ".concat(".utf8)
  }
}
