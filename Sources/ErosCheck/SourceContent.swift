import ErosBundle
import ErosCore
import ErosCrypto
import ErosFiles
import ErosRegistry
import ErosVersions

/// What a source folder would make a bundle of, and what its files refer to.
struct SourceContent {
  /// A reference such as `bmlocal://assets/logo.png` in a file.
  struct AssetReference: Hashable, Sendable {
    let path: AssetPath
    /// Where it stands, in bytes.
    let offset: Int
  }

  let source: BundleSource
  let digests: SourceDigests<[AssetReference]>
  private let names: Set<String>
  private let folders: Set<String>

  init(_ folder: String, threads: Int) throws {
    source = try BundleSource(folder)
    let scan = AssetScan()
    digests = try SourceDigests(source, threads: threads) { path, bytes in
      AssetScan.reads(path) ? scan.references(in: bytes) : nil
    }
    names = Set(source.files.map(\.path.string))
    folders = names.reduce(into: []) { found, name in
      var folder = name.parentPath
      while !folder.isEmpty, found.insert(folder).inserted { folder = folder.parentPath }
    }
  }

  func has(_ path: String) -> Bool { names.contains(path) }

  /// Whether there is a file or a folder of this name; scripts ask for addresses that begin with one.
  func hasFileOrFolder(_ path: String) -> Bool { has(path) || folders.contains(path) }

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
    try ReadableFile(path).forEachChunk { try hasher.update($0.span) }
    return try hasher.finish()
  }
}
