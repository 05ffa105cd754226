public import ErosBundle
import ErosCore

/// The parameters, besides the files, to pack the new release into its zip.
struct ZipRecipe: Equatable, Sendable {
  /// The source of the manifest.
  enum Manifest: Equatable, Sendable {
    /// The packer makes it from the files and these facts.
    case made(Facts)
    /// Another packer made it; these are its bytes.
    case bytes([UInt8])
  }

  /// The manifest fields that do not depend on the files.
  struct Facts: Equatable, Sendable {
    var appName: String?
    var android: String?
    var iOS: String?
    var jsPath: String?
    var timestamp: Int64
  }

  /// The compression level, or `nil` if another packer made the zip.
  var level: CompressionLevel?
  /// Whether each folder with contents has its own entry.
  var namesFolders: Bool
  /// Other folders with an entry, sorted.
  var folders: [BundlePath]
  var manifest: Manifest

  /// The bytes of a manifest that another packer made.
  var manifestBytes: [UInt8]? { if case .bytes(let bytes) = manifest { bytes } else { nil } }

  private static let levels: [CompressionLevel?] = [.store, .fast, .standard, .best, nil]
  /// The maximum length of a string in ``Facts``; more than any real manifest needs.
  fileprivate static let maximumTextSize = 4096

  /// Returns the packer that makes the zip.
  func packer(threads: Int) -> BundlePacker {
    var facts = Facts(timestamp: 0)
    if case .made(let made) = manifest { facts = made }
    return BundlePacker(
      BundlePacker.Settings(
        appName: facts.appName, android: facts.android, iOS: facts.iOS, jsPath: facts.jsPath,
        timestamp: facts.timestamp, level: level ?? .standard, framework: .none),
      threads: threads)
  }

  /// Returns all folders with an entry in a zip of `files`.
  func allFolders(_ files: [BundlePath]) -> [BundlePath] {
    (namesFolders ? Array(Self.folders(above: files)) : []) + folders
  }

  private static func folders(above files: [BundlePath]) -> Set<BundlePath> {
    var folders: Set<BundlePath> = []
    for file in files {
      var folder = file.parent
      while let path = folder, folders.insert(path).inserted { folder = path.parent }
    }
    return folders
  }
}

extension ZipRecipe {
  /// Determines how to pack a verified bundle again.
  init(_ report: VerificationReport, _ source: some ZipSource) throws {
    level = try CompressionLevel.packing(report, source)
    manifest = .bytes(report.manifestBytes ?? [])
    let files = report.bundleFiles
    let named = Set(report.folders)
    let above = Self.folders(above: files.map(\.path))
    namesFolders = named.isSuperset(of: above)
    folders = (namesFolders ? named.subtracting(above) : named).sorted()
    if let facts = report.manifest.map(Facts.init), facts.areShort {
      var made = self
      made.manifest = .made(facts)
      let manifest = try BundleManifest(
        of: files.sorted { $0.path < $1.path }, made.packer(threads: 1).settings)
      if manifest.encoded() == report.manifestBytes { self = made }
    }
  }
}

extension ZipRecipe.Facts {
  fileprivate init(_ manifest: BundleManifest) {
    self.init(
      appName: manifest.appName, android: manifest.android, iOS: manifest.iOS,
      jsPath: manifest.jsPath, timestamp: manifest.timestamp)
  }

  fileprivate var strings: [String?] { [appName, android, iOS, jsPath] }

  fileprivate var areShort: Bool {
    strings.allSatisfy { ($0?.utf8.count ?? 0) <= ZipRecipe.maximumTextSize }
  }
}

extension VerificationReport {
  /// The files of a verified bundle without the manifest.
  var bundleFiles: [BundleFile] {
    files.compactMap { file in
      guard file.entry.path.string != BundleManifest.entryName else { return nil }
      return file.digest.map { BundleFile(path: file.entry.path, digest: $0) }
    }
  }

  /// The files of a verified bundle without the manifest, for a ``FolderTree`` of the unpacked
  /// bundle.
  public var contentFiles: [ContentFile] {
    bundleFiles.map {
      ContentFile(path: $0.path, size: $0.digest.size, sha256: $0.digest.sha256)
    }
  }
}

// MARK: - Encoding

extension ZipRecipe {
  func write(to writer: inout ColumnWriter) {
    writer.write(Self.levels.firstIndex(of: level) ?? Self.levels.count - 1)
    writer.write(namesFolders ? 1 : 0)
    writer.write(folders.count)
    for folder in folders { writer.write(folder.string) }
    switch manifest {
    case .made(let facts):
      writer.write(0)
      for string in facts.strings {
        writer.write(string == nil ? 0 : 1)
        if let string { writer.write(string) }
      }
      writer.write(UInt64(zigzag: Int(facts.timestamp)))
    case .bytes(let bytes):
      writer.write(1)
      writer.write(bytes.count)
      writer.write(raw: bytes)
    }
  }

  init(from reader: inout ColumnReader) throws(DeltaFormatError) {
    level = Self.levels[try reader.count(upTo: Self.levels.count - 1, "compression level")]
    namesFolders = try reader.count(upTo: 1, "folder flag") == 1
    folders = []
    for _ in 0..<(try reader.count(upTo: reader.left, "number of folders")) {
      let string = try reader.string(upTo: BundlePath.maximumLength)
      guard let path = try? BundlePath(string), path.string.utf8.elementsEqual(string.utf8),
        folders.last.map({ $0 < path }) ?? true
      else { throw .malformed("a folder has an invalid path or is not sorted") }
      folders.append(path)
    }
    if try reader.count(upTo: 1, "manifest kind") == 1 {
      manifest = .bytes(
        Array(try reader.take(try reader.count(upTo: reader.left, "manifest length"))))
    } else {
      manifest = .made(try Facts(from: &reader))
    }
  }
}

extension ZipRecipe.Facts {
  fileprivate init(from reader: inout ColumnReader) throws(DeltaFormatError) {
    appName = try Self.string(&reader)
    android = try Self.string(&reader)
    iOS = try Self.string(&reader)
    jsPath = try Self.string(&reader)
    timestamp = Int64(try reader.number().unzigzagged)
  }

  private static func string(_ reader: inout ColumnReader) throws(DeltaFormatError) -> String? {
    guard try reader.count(upTo: 1, "string flag") == 1 else { return nil }
    return try reader.string(upTo: ZipRecipe.maximumTextSize)
  }
}
