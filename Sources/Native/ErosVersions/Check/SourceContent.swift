import ErosBundle
import ErosConfig
import ErosCore
import ErosCrypto
import ErosFiles
import ErosPack
import SystemPackage

/// The files in a source folder, and their references to each other.
struct SourceContent {
  /// A reference in a file, such as `bmlocal://assets/logo.png`, or `../js/app.js` in a page.
  struct AssetReference: Hashable, Sendable {
    let path: AssetPath
    /// The reference as written.
    ///
    /// Query and fragment are removed.
    let text: String
    /// The byte offset of the reference in its file.
    let offset: Int
  }

  let source: BundleSource
  let digests: SourceDigests<[AssetReference]>
  private let names: Set<String>
  private let folders: Set<String>
  /// The paths, by path in lowercase.
  private let namesInLowercase: [String: String]

  /// Reads the pages to check.
  ///
  /// - Throws: `CheckError` if the folder is missing or empty. `ErosError` if a file cannot be
  ///   read, or if the configuration names an unknown framework.
  static func ofProject(
    _ folder: String, _ config: NativeConfig, threads: Int
  ) throws -> SourceContent {
    do {
      return try SourceContent(folder, config, threads: threads)
    } catch let error as FileError where error.path == folder {
      throw CheckError.noSource(folder, "\(error.reason)")
    } catch let error as BundleSourceError where error.isEmptyFolder {
      throw CheckError.emptySource(folder)
    }
  }

  init(_ folder: String, _ config: NativeConfig, threads: Int) throws {
    source = try BundleSource(folder)
    let framework = try config.packFramework(among: Framework.allCases.map(\.rawValue))
    let scan = AssetScan()
    digests = try SourceDigests(
      source, framework: framework.flatMap(Framework.init(rawValue:)) ?? .vue, threads: threads
    ) { path, bytes in
      AssetScan.reads(path) ? scan.references(in: bytes, of: path) : nil
    }
    names = Set(source.files.map(\.path.string))
    namesInLowercase = Dictionary(
      names.sorted(by: inByteOrder).map { ($0.lowercased(), $0) }
    ) { first, _ in first }
    folders = names.reduce(into: []) { result, name in
      var folder = name.parentPath
      while !folder.isEmpty, result.insert(folder).inserted { folder = folder.parentPath }
    }
  }

  func has(_ path: String) -> Bool { names.contains(path) }

  /// Suffixes of pages and scripts in all hosts, in lowercase.
  private static let pageEndings = [".js", ".html", ".htm", ".axml"]

  /// `true` if any file is a page or a script.
  ///
  /// Only configurations of Eros and Weex name their pages.
  var hasPages: Bool {
    namesInLowercase.keys.contains { name in Self.pageEndings.contains { name.ends(with: $0) } }
  }

  /// Looks for a file or folder at `path`.
  ///
  /// A script may append to a folder's path.
  func hasFileOrFolder(_ path: String) -> Bool { has(path) || folders.contains(path) }

  /// Returns a file whose path equals one of `paths` except for case.
  func path(likeOneOf paths: some Sequence<String>) -> String? {
    paths.sorted(by: inByteOrder).lazy.compactMap { namesInLowercase[$0.lowercased()] }.first
  }

  func location(_ path: BundlePath) -> String { source.root + "/" + path.string }

  // MARK: Manifests

  struct Difference {
    enum Kind: String {
      case changed = "differs"
      /// Only the manifest has the file.
      case missing = "is missing"
      /// Only the manifest lacks the file.
      case new = "is new"
    }

    let path: String
    let kind: Kind
  }

  /// Compares the files with a manifest, and returns the differences sorted by path.
  ///
  /// A manifest of the old tool may omit everything but scripts, and may have different digests for
  /// binary files.
  func differences(from manifest: BundleManifest) throws -> [Difference] {
    var listed: [String: BundleManifest.File] = [:]
    for file in manifest.files { listed[String(file.page.utf8.dropFirst()) ?? ""] = file }
    var differences: [Difference] = []
    for file in digests.files {
      let name = file.file.path.string
      if let entry = listed.removeValue(forKey: name) {
        if try !matches(file, entry) { differences.append(Difference(path: name, kind: .changed)) }
      } else if manifest.treeHash != nil || name.ends(with: ".js") {
        differences.append(Difference(path: name, kind: .new))
      }
    }
    differences += listed.keys.map { Difference(path: $0, kind: .missing) }
    return differences.sorted { $0.path < $1.path }
  }

  private func matches(
    _ file: SourceDigests<[AssetReference]>.File, _ entry: BundleManifest.File
  ) throws -> Bool {
    if Self.matches(file.file.digest, entry) { return true }
    // The following checks read the file again, but few files get here.
    if file.hasAddedLine {
      let plain = try Self.digest(of: location(file.file.path))
      return Self.matches(plain, entry)
    }
    guard entry.sha256 == nil else { return false }
    let bytes = try readWholeFile(location(file.file.path), limit: .max)
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
