package import ErosCore

/// Recipe by which a packer makes the new release's zip from its files.
package struct ZipRecipe: Equatable, Sendable {
  /// Source of the manifest.
  package enum Manifest: Equatable, Sendable {
    /// The packer creates it from the files and these facts.
    case made(ManifestFacts)
    /// Another packer made it.
    ///
    /// These are its bytes.
    case bytes([UInt8])
  }

  /// `nil` if another packer made the zip.
  package var level: CompressionLevel?
  /// `true` if each folder with contents has its own entry.
  var namesFolders: Bool
  /// Further folders with an entry, sorted.
  var folders: [BundlePath]
  package var manifest: Manifest

  package init(
    level: CompressionLevel?, namesFolders: Bool, folders: [BundlePath], manifest: Manifest
  ) {
    self.level = level
    self.namesFolders = namesFolders
    self.folders = folders
    self.manifest = manifest
  }

  /// Set if another packer made the manifest.
  package var manifestBytes: [UInt8]? {
    if case .bytes(let bytes) = manifest { bytes } else { nil }
  }

  /// Facts for the manifest, unless another packer made it.
  package var facts: ManifestFacts {
    if case .made(let facts) = manifest { facts } else { ManifestFacts(timestamp: 0) }
  }

  private static let levels: [CompressionLevel?] = [.store, .fast, .standard, .best, nil]
  /// In bytes, for each string.
  ///
  /// More than any real manifest needs.
  fileprivate static let maximumTextSize = 4096

  /// Returns all folders that have an entry in a zip of `files`.
  package func allFolders(_ files: [BundlePath]) -> [BundlePath] {
    (namesFolders ? Array(Self.folders(above: files)) : []) + folders
  }

  package static func folders(above files: [BundlePath]) -> Set<BundlePath> {
    var folders: Set<BundlePath> = []
    for file in files {
      var folder = file.parent
      while let path = folder, folders.insert(path).inserted { folder = path.parent }
    }
    return folders
  }
}

extension VerificationReport {
  /// All files of a verified bundle except the manifest.
  package var bundleFiles: [BundleFile] {
    files.compactMap { file in
      guard file.entry.path.string != BundleManifest.entryName else { return nil }
      return file.digest.map { BundleFile(path: file.entry.path, digest: $0) }
    }
  }

  /// All files of a verified bundle except the manifest.
  ///
  /// Pass them to a ``FolderTree``.
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
      manifest = .made(try ManifestFacts(from: &reader))
    }
  }
}

extension ManifestFacts {
  fileprivate var strings: [String?] { [appName, android, iOS, jsPath] }

  /// `true` if the strings are short enough for a delta.
  package var areShort: Bool {
    strings.allSatisfy { ($0?.utf8.count ?? 0) <= ZipRecipe.maximumTextSize }
  }

  fileprivate init(from reader: inout ColumnReader) throws(DeltaFormatError) {
    self.init(
      appName: try Self.string(&reader), android: try Self.string(&reader),
      iOS: try Self.string(&reader), jsPath: try Self.string(&reader),
      timestamp: Int64(try reader.number().unzigzagged))
  }

  private static func string(_ reader: inout ColumnReader) throws(DeltaFormatError) -> String? {
    guard try reader.count(upTo: 1, "string flag") == 1 else { return nil }
    return try reader.string(upTo: ZipRecipe.maximumTextSize)
  }
}
