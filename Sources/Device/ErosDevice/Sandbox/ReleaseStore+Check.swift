import ErosBundle
import ErosCore
import ErosCrypto
import ErosFiles

extension ReleaseStore {
  /// Returns the damaged parts of a release.
  ///
  /// - Throws: `FileError` if permissions, descriptors or memory are missing to check it.
  func damage(of release: InstalledRelease) throws -> Set<Part> {
    guard try nilIfDamaged({ try isFolder(Self.path(of: release.tree)) }) == true else {
      return Set(Part.allCases)
    }
    var damaged: Set<Part> = []
    if try configDigest(release.tree) != release.digests.config { damaged.insert(.config) }
    if try zipDigest(release) != release.digests.zip { damaged.insert(.zip) }
    if try !hasIntactPages(release) { damaged.insert(.pages) }
    return damaged
  }

  /// Reads a release's description from its zip, or returns `nil` if the zip is invalid.
  func identify(_ tree: TreeHash) throws -> InstalledRelease? {
    try nilIfDamaged {
      let folder = try root.openFolder(Self.releases).openFolder(tree.description)
      let config = try read(Part.config.rawValue, in: folder)
      let bundle = DeliveredBundle(
        try folder.openFile(Part.zip.rawValue), config: (config, Part.config.rawValue))
      let report = try lenientVerifier.verify(bundle.zip, config: bundle.config)
      // Verification also proves that the zip contains no bytes outside its entries.
      guard report.verdict == .verified else { return nil }
      let release = try InstalledRelease(
        report, zip: (bundle.readZip { _ in }, bundle.zip.status.size), config: config)
      return release?.tree == tree ? release : nil
    }
  }

  typealias DamagedFile = (code: SandboxFindingCode, path: String, message: Message)

  /// Returns a release's damaged files, with paths relative to the sandbox.
  func damagedFiles(of release: InstalledRelease) throws -> [DamagedFile] {
    let damaged = try damage(of: release)
    var files: [DamagedFile] = []
    for part in [Part.config, .zip] where damaged.contains(part) {
      files.append((.fileChanged, Self.path(of: release.tree, part), Self.difference))
    }
    guard damaged.contains(.pages) else { return files }
    let pages = try damagedPages(of: release, isZipIntact: !damaged.contains(.zip))
    let folder = Self.path(of: release.tree, .pages)
    return files
      + (pages.isEmpty
        ? [(.fileChanged, folder, "its files do not match the release")]
        : pages.map { ($0.code, folder + "/" + $0.path, $0.message) })
  }

  private static let difference: Message = "differs from the installed file"

  private func damagedPages(
    of release: InstalledRelease, isZipIntact: Bool
  ) throws -> [DamagedFile] {
    guard isZipIntact, let pagesFolder = try pages(release.tree),
      let report = try nilIfDamaged({
        let folder = try root.openFolder(Self.releases).openFolder(release.tree.description)
        return try lenientVerifier.verify(folder.openFile(Part.zip.rawValue))
      })
    else { return [] }
    let expected = Dictionary(
      report.files.map { ($0.entry.path.string, $0) }, uniquingKeysWith: { $1 })
    // A file with another size is different, so it is not hashed.
    let comparable = pagesFolder.files.filter { $0.size == expected[$0.path.string]?.entry.size }
    guard let hashed = try hashed(comparable, of: pagesFolder) else { return [] }
    let matching = hashed.filter { expected[$0.path.string]?.digest?.sha256 == $0.sha256 }
    let intact = Set(matching.map(\.path.string))
    let present = Set(pagesFolder.files.map(\.path.string))
    return Set(expected.keys).union(present).subtracting(intact).sorted().map { path in
      if expected[path] == nil { return (.fileUnexpected, path, "unexpected file") }
      return present.contains(path)
        ? (.fileChanged, path, Self.difference)
        : (.fileMissing, path, "missing, or not a regular file")
    }
  }

  // MARK: - Reading

  /// Returns `true` if a release's pages are intact.
  ///
  /// Ignores its other files.
  func hasIntactPages(_ release: InstalledRelease) throws -> Bool {
    try intactPages(release) != nil
  }

  /// Returns a release's pages except the manifest, or `nil` if they are damaged.
  func intactPages(_ release: InstalledRelease) throws -> [ContentFile]? {
    guard let pages = try pages(release.tree), pages.size == release.sizes.pages,
      var files = try hashed(pages.files, of: pages),
      let index = files.firstIndex(where: { $0.path.string == BundleManifest.entryName }),
      files.remove(at: index).sha256 == release.digests.manifest,
      try TreeHash.of(files) == release.tree
    else { return nil }
    return files
  }

  /// Returns a release's pages except the manifest, or `nil` if they do not match its tree hash.
  ///
  /// The manifest is not checked: a release that is only a base for deltas has no recorded
  /// description.
  func intactPages(_ tree: TreeHash) throws -> [ContentFile]? {
    guard let pages = try pages(tree),
      case let listed = pages.files.filter({ $0.path.string != BundleManifest.entryName }),
      let files = try hashed(listed, of: pages), try TreeHash.of(files) == tree
    else { return nil }
    return files
  }

  /// Returns `true` if a launch can run or repair a release, judging by file sizes only.
  func canRun(_ release: InstalledRelease) throws -> Bool {
    if try pages(release.tree)?.size == release.sizes.pages { return true }
    let zip = try nilIfDamaged {
      let path = root.path + "/" + Self.path(of: release.tree, .zip)
      return try FileStatus(of: path, followingSymlinks: false).size
    }
    return zip == release.sizes.zip
  }

  /// Returns how many bytes a release's zip and pages have.
  ///
  /// A missing or damaged part counts as empty.
  func size(of tree: TreeHash) throws -> UInt64 {
    let zip = try? root.openFolder(Self.releases).openFolder(tree.description)
      .status(of: Part.zip.rawValue)
    let pages = try self.pages(tree)?.size ?? 0
    return pages + (zip?.size ?? 0)
  }

  func pagesPath(_ tree: TreeHash) -> String { root.path + "/" + Self.path(of: tree, .pages) }

  /// Returns `nil` if the folder is missing or not a folder.
  private func pages(_ tree: TreeHash) throws -> ReleaseFolder? {
    try nilIfDamaged {
      try isFolder(Self.path(of: tree, .pages)) ? try ReleaseFolder(pagesPath(tree)) : nil
    }
  }

  /// Hashes pages, or returns `nil` if one cannot be read or changes meanwhile.
  private func hashed(
    _ files: [ReleaseFolder.File], of pages: ReleaseFolder
  ) throws -> [ContentFile]? {
    try nilIfDamaged { try pages.hashed(files, threads: verifier.threads) }
  }

  private func isFolder(_ path: String) throws -> Bool {
    try FileStatus(of: root.path + "/" + path, followingSymlinks: false).kind == .folder
  }

  private func zipDigest(_ release: InstalledRelease) throws -> SHA256Digest? {
    try nilIfDamaged {
      let path = root.path + "/" + Self.path(of: release.tree, .zip)
      let size = try FileStatus(of: path, followingSymlinks: false).size
      return size == release.sizes.zip ? try FileScan().read(path).sha256 : nil
    }
  }

  private func configDigest(_ tree: TreeHash) throws -> SHA256Digest? {
    try nilIfDamaged {
      let folder = try root.openFolder(Self.releases).openFolder(tree.description)
      let config = try read(Part.config.rawValue, in: folder)
      return try SHA256Digest.of(config)
    }
  }

  /// Runs `body`, and returns `nil` if two attempts find damage.
  private func nilIfDamaged<Result>(_ body: () throws -> Result?) throws -> Result? {
    for _ in 1...2 {
      do {
        return try body()
      } catch let error as FileError {
        if !error.indicatesDamage { throw error }
      } catch is DeltaError {
        // An entry is not part of a release, or changed during the read.
      }
    }
    return nil
  }
}
