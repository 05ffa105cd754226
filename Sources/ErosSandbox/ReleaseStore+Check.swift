import ErosBundle
import ErosCore
import ErosCrypto
import ErosDelta
import ErosFiles

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
    let comparable = found.files.filter { $0.size == expected[$0.path.string]?.entry.size }
    guard let hashed = try hashed(comparable, of: found) else { return [] }
    let right = hashed.filter { expected[$0.path.string]?.digest?.sha256 == $0.sha256 }
    let whole = Set(right.map(\.path.string))
    let present = Set(found.files.map(\.path.string))
    return Set(expected.keys).union(present).subtracting(whole).sorted().map { path in
      if expected[path] == nil { return (path, "it does not belong there") }
      return present.contains(path)
        ? (path, "it is not what was installed") : (path, "it is missing, or is no file")
    }
  }

  // MARK: - Reading

  /// Whether the pages of a release are whole, whatever became of the files beside them.
  func hasItsPages(_ release: InstalledRelease) throws -> Bool {
    try wholePages(release) != nil
  }

  /// The pages of a release without the manifest, or `nil` when they are not what was installed.
  func wholePages(_ release: InstalledRelease) throws -> [ContentFile]? {
    guard let pages = try pages(release.tree), pages.size == release.sizes.pages,
      var files = try hashed(pages.files, of: pages),
      let index = files.firstIndex(where: { $0.path.string == BundleManifest.entryName }),
      files.remove(at: index).sha256 == release.digests.manifest,
      try TreeHash.of(files) == release.tree
    else { return nil }
    return files
  }

  /// The folder that holds the pages of a release.
  func pagesPath(_ tree: TreeHash) -> String { root.path + "/" + Self.place(tree, .pages) }

  /// The files of a release, or `nil` where something stands that is none.
  private func pages(_ tree: TreeHash) throws -> ReleaseFolder? {
    try unlessDamaged {
      try isFolder(Self.place(tree, .pages)) ? try ReleaseFolder(pagesPath(tree)) : nil
    }
  }

  /// The digests of pages, or `nil` where one cannot be read or changes meanwhile.
  private func hashed(
    _ files: [ReleaseFolder.File], of pages: ReleaseFolder
  ) throws -> [ContentFile]? {
    try unlessDamaged { try pages.hashed(files, threads: verifier.threads) }
  }

  private func isFolder(_ place: String) throws -> Bool {
    try FileStatus(of: root.path + "/" + place, followingSymlinks: false).kind == .folder
  }

  private func zipDigest(_ release: InstalledRelease) throws -> SHA256Digest? {
    try unlessDamaged {
      let path = root.path + "/" + Self.place(release.tree, .zip)
      let size = try FileStatus(of: path, followingSymlinks: false).size
      return size == release.sizes.zip ? try FileScan().read(path).sha256 : nil
    }
  }

  private func configDigest(_ tree: TreeHash) throws -> SHA256Digest? {
    try unlessDamaged {
      let folder = try root.openFolder(Self.releases).openFolder(tree.description)
      let config = try read(Part.config.rawValue, in: folder)
      return try SHA256Digest.of(config.span)
    }
  }

  /// Runs `body`, and returns `nil` where something is damaged, also at the second try.
  private func unlessDamaged<Result>(_ body: () throws -> Result?) throws -> Result? {
    for _ in 1...2 {
      do {
        return try body()
      } catch let error as FileError {
        if !error.indicatesDamage { throw error }
      } catch is DeltaError {
        // Something stands there that is no part of a release, or changes while it is read.
      }
    }
    return nil
  }
}
