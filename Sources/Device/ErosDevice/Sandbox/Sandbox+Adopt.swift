import ErosBundle
import ErosCore
import ErosCrypto
import ErosFiles
import SystemPackage

extension Sandbox {
  /// Installs the release that a client without a sandbox keeps in `folder`.
  ///
  /// Such a client unpacks its pages into the folder `bundle`, and stores the manifest next to it
  /// in `bundle.config`. Call this before the first launch. Every page listed in the manifest must
  /// match it. The release then counts as confirmed, because the app has run it, and the next
  /// launch runs it unless the embedded bundle is newer.
  ///
  /// Legacy clients do not delete the pages of earlier releases. If the manifest has a tree hash,
  /// it covers all files, and only the listed files are adopted. Otherwise unlisted files are
  /// adopted as well, because some tools did not list all files.
  ///
  /// The client's folder is only read, so a downgraded app still works. The release is installed
  /// completely or not at all. After an interruption, the next call completes the adoption.
  ///
  /// - Throws: ``SandboxError`` if the pages do not match the manifest or the sandbox cannot be
  ///   opened, or `FileError`. The sandbox then has no release, and a launch with the embedded
  ///   bundle works.
  func adopt(_ folder: String, app: NativeApp? = nil, now: Timestamp) throws
    -> Device.Adoption
  {
    guard try !hasRecordedRelease() else { return .alreadyInstalled }
    guard let old = try OldInstallation(in: folder) else { return .nothingToAdopt }
    try createFolders(path, creating: .ownerOnly)
    var sandbox = try open(canBeNew: true)
    defer { try? sandbox.store.staging.clear() }
    // Another process may have installed a release before the lock was taken.
    guard try !hasRecordedRelease() else { return .alreadyInstalled }
    let zip = try StagedFile(path + "/adopted.zip", creating: .ownerOnly)
    try old.pack(into: zip)
    let bundle = DeliveredBundle(try zip.reader(), config: old.manifest)
    let release: (release: InstalledRelease, source: SHA256Digest)
    do {
      release = try sandbox.installEmbedded(bundle)
    } catch SandboxError.notVerified(_, _, let report) {
      // The error names a temporary zip.
      throw SandboxError.notAdopted(folder: folder, report)
    }
    // No user sees this launch, so it does not try a release.
    let start = SandboxEvent.Start(
      kind: .background, embedded: release, app: app, token: Self.freshToken(), now: now)
    return .adopted(try run(start, bundle, in: &sandbox, []).release)
  }

  /// Returns `true` if the sandbox has a release and a record of it.
  ///
  /// An interrupted adoption can leave a release that has no record.
  private func hasRecordedRelease() throws -> Bool {
    do {
      return try LockedSandbox.hasRecord(openRoot())
    } catch SandboxError.empty {
      return false
    }
  }
}

/// The files of a client without a sandbox.
private struct OldInstallation {
  /// In bytes.
  private static let manifestLimit = 64 << 20

  /// The manifest's contents and path.
  let manifest: (text: [UInt8], name: String)
  private let pages: String

  /// Returns `nil` if the folder contains no release.
  init?(in folder: String) throws(FileError) {
    do {
      let root = try Folder(folder)
      // A sandbox has links with the same names.
      guard try root.linkTarget("bundle") == nil, try root.linkTarget("bundle.config") == nil,
        try root.has("bundle"), try root.has("bundle.config")
      else { return nil }
    } catch {
      guard error.reason == .noSuchFileOrDirectory else { throw error }
      return nil
    }
    pages = folder + "/bundle"
    let name = folder + "/bundle.config"
    manifest = (try readWholeFile(name, limit: Self.manifestLimit), name)
  }

  /// Writes the pages and their manifest into a zip.
  func pack(into zip: StagedFile) throws {
    var writer = StoredZipWriter(zip)
    for (path, name) in try files() {
      let page = try ReadableFile(pages + "/" + name, followingSymlinks: false)
      _ = try writer.addFile(path, page)
    }
    try writer.addFile(BundlePath(BundleManifest.entryName), manifest.text)
    try writer.finish()
  }

  /// Returns the release's files and their names in the file system, sorted by path.
  ///
  /// Verification reports a listed file that is missing.
  private func files() throws -> [(path: BundlePath, name: String)] {
    let walk = try FolderWalk(pages, depthLimit: BundlePath.maximumDepth + 2)
    for case .unreadable(let error) in walk.obstacles.map(\.reason) { throw error }
    let listed = listedPaths()
    let files = walk.entries.compactMap { entry -> (path: BundlePath, name: String)? in
      guard entry.status.kind == .file, let path = try? BundlePath(entry.relativePath),
        path.string != BundleManifest.entryName, listed?.contains(path) ?? true
      else { return nil }
      return (path, entry.relativePath)
    }
    return files.sorted { $0.path < $1.path }
  }

  /// Returns the listed files, or `nil` if there may be more files than the manifest lists.
  private func listedPaths() -> Set<BundlePath>? {
    // Verification reports errors in the manifest.
    let manifest = BundleManifest.read(manifest.text, name: manifest.name).manifest
    guard let manifest, manifest.treeHash != nil else { return nil }
    return Set(
      manifest.files.compactMap { try? BundlePath(String($0.page.unicodeScalars.dropFirst())) })
  }
}
