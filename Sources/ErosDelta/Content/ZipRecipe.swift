public import ErosBundle
import ErosCore

/// What packing the new release into its zip takes, besides its files.
struct ZipRecipe: Equatable, Sendable {
  /// How the manifest comes about.
  enum Manifest: Equatable, Sendable {
    /// The packer makes it from the files and this.
    case made(Facts)
    /// Another packer made it: its text.
    case text([UInt8])
  }

  /// What a manifest says besides the files.
  struct Facts: Equatable, Sendable {
    var appName: String?
    var android: String?
    var iOS: String?
    var jsPath: String?
    var timestamp: Int64
  }

  /// The level of compression, or `nil` when another packer made the zip.
  var level: CompressionLevel?
  /// Whether each folder that holds something has an entry of its own.
  var namesFolders: Bool
  /// The other folders that have an entry.
  var folders: [BundlePath]
  var manifest: Manifest

  /// The text of a manifest that another packer made.
  var ownText: [UInt8]? { if case .text(let text) = manifest { text } else { nil } }

  private static let levels: [CompressionLevel?] = [.store, .fast, .standard, .best, nil]
  /// The longest text that a manifest of ours holds, and more than any of them needs.
  fileprivate static let longestText = 4096

  /// The packer that makes the zip.
  func packer(threads: Int) -> BundlePacker {
    var facts = Facts(timestamp: 0)
    if case .made(let made) = manifest { facts = made }
    return BundlePacker(
      BundlePacker.Settings(
        appName: facts.appName, android: facts.android, iOS: facts.iOS, jsPath: facts.jsPath,
        timestamp: facts.timestamp, level: level ?? .standard, framework: .none),
      threads: threads)
  }

  /// All folders with an entry in a zip of `files`.
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
  /// Finds out how a verified bundle can be packed again.
  init(_ report: VerificationReport, _ source: some ZipSource) throws {
    level = try CompressionLevel.packing(report, source)
    manifest = .text(report.manifestBytes ?? [])
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

  fileprivate var texts: [String?] { [appName, android, iOS, jsPath] }

  fileprivate var areShort: Bool {
    texts.allSatisfy { ($0?.utf8.count ?? 0) <= ZipRecipe.longestText }
  }
}

extension VerificationReport {
  /// The files of a verified bundle, without the manifest.
  var bundleFiles: [BundleFile] {
    files.compactMap { file in
      guard file.entry.path.string != BundleManifest.entryName else { return nil }
      return file.digest.map { BundleFile(path: file.entry.path, digest: $0) }
    }
  }

  /// The files of a verified bundle as a delta knows them, for a ``FolderTree`` that it was unpacked to.
  public var contentFiles: [ContentFile] {
    bundleFiles.map {
      ContentFile(path: $0.path, size: $0.digest.size, sha256: $0.digest.sha256)
    }
  }
}

// MARK: - As columns

extension ZipRecipe {
  func write(to writer: inout ColumnWriter) {
    writer.write(Self.levels.firstIndex(of: level) ?? Self.levels.count - 1)
    writer.write(namesFolders ? 1 : 0)
    writer.write(folders.count)
    for folder in folders { writer.write(folder.string) }
    switch manifest {
    case .made(let facts):
      writer.write(0)
      for text in facts.texts {
        writer.write(text == nil ? 0 : 1)
        if let text { writer.write(text) }
      }
      writer.write(UInt64(zigzag: Int(facts.timestamp)))
    case .text(let text):
      writer.write(1)
      writer.write(text.count)
      writer.write(raw: text)
    }
  }

  init(from reader: inout ColumnReader) throws(DeltaFinding) {
    level = Self.levels[try reader.count(upTo: Self.levels.count - 1, "levels")]
    namesFolders = try reader.count(upTo: 1, "ways to name folders") == 1
    folders = []
    for _ in 0..<(try reader.count(upTo: reader.left, "folders")) {
      let text = try reader.text(upTo: BundlePath.maximumLength)
      guard let path = try? BundlePath(text), path.string.utf8.elementsEqual(text.utf8),
        folders.last.map({ $0 < path }) ?? true
      else { throw .malformed("a folder is not one that a bundle may have") }
      folders.append(path)
    }
    if try reader.count(upTo: 1, "kinds of manifest") == 1 {
      manifest = .text(Array(try reader.take(try reader.count(upTo: reader.left, "bytes"))))
    } else {
      manifest = .made(try Facts(from: &reader))
    }
  }
}

extension ZipRecipe.Facts {
  fileprivate init(from reader: inout ColumnReader) throws(DeltaFinding) {
    appName = try Self.text(&reader)
    android = try Self.text(&reader)
    iOS = try Self.text(&reader)
    jsPath = try Self.text(&reader)
    timestamp = Int64(try reader.number().unzigzagged)
  }

  private static func text(_ reader: inout ColumnReader) throws(DeltaFinding) -> String? {
    guard try reader.count(upTo: 1, "texts") == 1 else { return nil }
    return try reader.text(upTo: ZipRecipe.longestText)
  }
}
