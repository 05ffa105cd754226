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
    if try configDigest(release.tree) != release.digests.config { damaged.insert(.config) }
    if try zipDigest(release) != release.digests.zip { damaged.insert(.zip) }
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
      // Only then is its length known to be that of its entries.
      guard report.verdict == .verified else { return nil }
      let release = try InstalledRelease(
        report, zip: (bundle.readZip { _ in }, bundle.zip.status.size), config: config)
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
    guard isZipWhole, let found = try pages(release.tree),
      let report = try unlessDamaged({
        let folder = try root.openFolder(Self.releases).openFolder(release.tree.description)
        return try lenientVerifier.verify(folder.openFile(Part.zip.rawValue))
      })
    else { return [] }
    let expected = Dictionary(
      report.files.map { ($0.entry.path.string, $0) }, uniquingKeysWith: { $1 })
    // A file of another size is another file; it need not be read for that.
    let comparable = found.filter { $0.size == expected[$0.path.string]?.entry.size }
    guard let digests = try digests(of: comparable, release.tree) else { return [] }
    let right = zip(comparable, digests).filter { page, digest in
      expected[page.path.string]?.digest?.sha256 == digest
    }
    let whole = Set(right.map(\.0.path.string))
    let present = Set(found.map(\.path.string))
    return Set(expected.keys).union(present).subtracting(whole).sorted().map { path in
      if expected[path] == nil { return (path, "it does not belong there") }
      return present.contains(path)
        ? (path, "it is not what was installed") : (path, "it is missing, or is no file")
    }
  }

  // MARK: - Reading

  private typealias Page = (path: BundlePath, size: UInt64)

  /// Whether the pages of a release are whole, whatever became of the files beside them.
  func hasItsPages(_ release: InstalledRelease) throws -> Bool {
    guard let pages = try pages(release.tree), Self.size(of: pages) == release.sizes.pages,
      let digests = try digests(of: pages, release.tree)
    else { return false }
    var files = zip(pages, digests).map { (path: $0.path, size: $0.size, sha256: $1) }
    guard let index = files.firstIndex(where: { $0.path.string == BundleManifest.entryName }),
      files.remove(at: index).sha256 == release.digests.manifest
    else { return false }
    return try TreeHash.of(files) == release.tree
  }

  /// The sizes of pages together, or `nil` for more than any file system has.
  private static func size(of pages: [Page]) -> UInt64? {
    pages.reduce(0) { (sum: UInt64?, page) in
      guard let (sum, isTooLarge) = sum?.addingReportingOverflow(page.size) else { return nil }
      return isTooLarge ? nil : sum
    }
  }

  /// The files of a release, or `nil` where something stands that is none.
  private func pages(_ tree: TreeHash) throws -> [Page]? {
    try unlessDamaged {
      guard try isFolder(Self.place(tree, .pages)) else { return nil }
      let walk = try FolderWalk(
        root.path + "/" + Self.place(tree, .pages), depthLimit: BundlePath.deepestPath + 2)
      for case .unreadable(let error) in walk.obstacles.map(\.reason) { throw error }
      guard walk.obstacles.isEmpty else { return nil }
      let files = walk.entries.filter { $0.status.kind == .file }
      let pages = files.compactMap { file in
        (try? BundlePath(file.relativePath)).map { (path: $0, size: file.status.size) }
      }
      return pages.count == files.count ? pages : nil
    }
  }

  /// The digests of pages, in their order, or `nil` where one cannot be read or changes meanwhile.
  private func digests(of pages: [Page], _ tree: TreeHash) throws -> [SHA256Digest]? {
    let folder = root.path + "/" + Self.place(tree, .pages)
    return try unlessDamaged {
      let digests = Mutex([SHA256Digest?](repeating: nil, count: pages.count))
      try Parallel.forEach(
        pages.count, threads: pages.count < Self.fewFiles ? 1 : verifier.threads,
        makeState: PageReader.init
      ) { index, reader in
        let (size, digest) = try reader.read("\(folder)/\(pages[index].path)")
        if size == pages[index].size { digests.withLock { $0[index] = digest } }
      }
      let found = digests.withLock { $0 }.compactMap(\.self)
      return found.count == pages.count ? found : nil
    }
  }

  private func isFolder(_ place: String) throws -> Bool {
    try FileStatus(of: root.path + "/" + place, followingSymlinks: false).kind == .folder
  }

  /// Below this many files, a second thread takes longer to start than it saves.
  private static var fewFiles: Int { 32 }

  private func zipDigest(_ release: InstalledRelease) throws -> SHA256Digest? {
    try unlessDamaged {
      let path = root.path + "/" + Self.place(release.tree, .zip)
      let size = try FileStatus(of: path, followingSymlinks: false).size
      return size == release.sizes.zip ? try PageReader().read(path).1 : nil
    }
  }

  private func configDigest(_ tree: TreeHash) throws -> SHA256Digest? {
    try unlessDamaged {
      let folder = try root.openFolder(Self.releases).openFolder(tree.description)
      let config = try read(Part.config.rawValue, in: folder)
      return try SHA256Digest.of(config.span)
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
