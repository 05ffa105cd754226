import ErosBundle
import ErosCore
import ErosCrypto
import ErosFiles
import Synchronization

extension ReleaseStore {
  /// Which parts of a release are not what they were.
  ///
  /// - Throws: `FileError` when a file may not be read or the process runs short of something, which
  ///   says nothing about the release.
  func damage(of release: InstalledRelease) throws -> Set<Part> {
    guard try unlessDamaged({ try isFolder(Self.place(release.tree)) }) == true else {
      return Set(Part.allCases)
    }
    var damaged: Set<Part> = []
    if try digest(of: .config, release.tree) != release.digests.config { damaged.insert(.config) }
    if try digest(of: .zip, release.tree) != release.digests.zip { damaged.insert(.zip) }
    if try !hasItsPages(release) { damaged.insert(.pages) }
    return damaged
  }

  /// Finds out what a release is that no state knows, or returns `nil` when its zip is not whole.
  func identify(_ tree: TreeHash) throws -> InstalledRelease? {
    try unlessDamaged {
      let folder = try root.openFolder(Self.releases).openFolder(tree.description)
      let config = try read(Part.config.rawValue, in: folder)
      let bundle = DeliveredBundle(
        try folder.openFile(Part.zip.rawValue), config: (config, Part.config.rawValue))
      let report = try lenientVerifier.verify(bundle.zip, config: bundle.config)
      let release = try InstalledRelease(
        report, zip: bundle.readZip { _ in }, config: config)
      return release?.tree == tree ? release : nil
    }
  }

  /// Everything in a release that is not what it was, by its path below the sandbox, with what is
  /// wrong with it.
  func findings(_ release: InstalledRelease) throws -> [(path: String, problem: String)] {
    let damaged = try damage(of: release)
    var findings: [(path: String, problem: String)] = []
    for part in [Part.config, .zip] where damaged.contains(part) {
      findings.append((Self.place(release.tree, part), "it is not what was installed"))
    }
    guard damaged.contains(.pages) else { return findings }
    let pages = try pageFindings(release, isZipWhole: !damaged.contains(.zip))
    let folder = Self.place(release.tree, .pages)
    return findings
      + (pages.isEmpty
        ? [(folder, "its files are not those of the release")]
        : pages.map { (folder + "/" + $0.path, $0.problem) })
  }

  private func pageFindings(
    _ release: InstalledRelease, isZipWhole: Bool
  ) throws -> [(path: String, problem: String)] {
    guard isZipWhole, let found = try pages(release.tree) else { return [] }
    let folder = try root.openFolder(Self.releases).openFolder(release.tree.description)
    let report = try lenientVerifier.verify(folder.openFile(Part.zip.rawValue))
    let expected = Dictionary(
      report.files.map { ($0.entry.path.string, $0.digest?.sha256) }, uniquingKeysWith: { $1 })
    let present = Dictionary(found.map { ($0.path.string, $0.sha256) }, uniquingKeysWith: { $1 })
    return Set(expected.keys).union(present.keys).sorted().compactMap { path in
      switch (expected[path], present[path]) {
      case (_?, nil): (path, "it is missing, or is no file")
      case (nil, _?): (path, "it does not belong there")
      case (let right, let found): right == found ? nil : (path, "it is not what was installed")
      }
    }
  }

  // MARK: - Reading

  private typealias Page = (path: BundlePath, size: UInt64, sha256: SHA256Digest)

  private func hasItsPages(_ release: InstalledRelease) throws -> Bool {
    guard let pages = try pages(release.tree) else { return false }
    var files = pages
    guard let index = files.firstIndex(where: { $0.path.string == BundleManifest.entryName }),
      files.remove(at: index).sha256 == release.digests.manifest
    else { return false }
    return try TreeHash.of(files) == release.tree
  }

  /// The files of a release with their digests, or `nil` where something stands that is none.
  private func pages(_ tree: TreeHash) throws -> [Page]? {
    let folder = root.path + "/" + Self.place(tree, .pages)
    return try unlessDamaged {
      guard try isFolder(Self.place(tree, .pages)) else {
        return nil
      }
      let walk = try FolderWalk(folder)
      for case .unreadable(let error) in walk.obstacles.map(\.reason) { throw error }
      guard walk.obstacles.isEmpty else { return nil }
      let files = walk.entries.filter { $0.status.kind == .file }
      let pages = Mutex([Page?](repeating: nil, count: files.count))
      try Parallel.forEach(
        files.count, threads: files.count < Self.fewFiles ? 1 : verifier.threads,
        makeState: PageReader.init
      ) { index, reader in
        let name = files[index].relativePath
        guard let path = try? BundlePath(name) else { return }
        let (size, digest) = try reader.read(folder + "/" + name)
        pages.withLock { $0[index] = (path, size, digest) }
      }
      let found = pages.withLock { $0 }
      return found.contains { $0 == nil } ? nil : found.compactMap(\.self)
    }
  }

  private func isFolder(_ place: String) throws -> Bool {
    try FileStatus(of: root.path + "/" + place, followingSymlinks: false).kind == .folder
  }

  /// Below this many files, a second thread takes longer to start than it saves.
  private static var fewFiles: Int { 32 }

  private func digest(of part: Part, _ tree: TreeHash) throws -> SHA256Digest? {
    try unlessDamaged {
      try PageReader().read(root.path + "/" + Self.place(tree, part)).1
    }
  }

  /// Runs `body`, and returns `nil` where a file is damaged, also at the second try.
  private func unlessDamaged<Result>(_ body: () throws -> Result?) throws -> Result? {
    for _ in 1...2 {
      do {
        return try body()
      } catch let error as FileError {
        if !error.meansDamage { throw error }
      }
    }
    return nil
  }
}

/// Hashes files one after the other; each thread has one of its own.
private final class PageReader {
  private static let pieceSize = 256 * 1024

  private var hasher: SHA256Hasher
  private var buffer = [UInt8](repeating: 0, count: pieceSize)

  init() throws { hasher = try SHA256Hasher() }

  func read(_ path: String) throws -> (UInt64, SHA256Digest) {
    let file = try ReadableFile(path, followingSymlinks: false)
    var size: UInt64 = 0
    while true {
      let count = try file.read(at: size, count: buffer.count, into: &buffer, at: 0)
      let piece = buffer
      try hasher.update(piece.span.extracting(0..<count))
      size += UInt64(count)
      // A piece that is not full is the last one.
      guard count == buffer.count else { return (size, try hasher.finish()) }
    }
  }
}
