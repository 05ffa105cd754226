import ErosBundle
public import ErosCore
import ErosDelta
import ErosFiles
import SystemPackage

extension Sandbox {
  /// The result of ``adopt(_:app:now:)``.
  public enum Adoption: Hashable, Sendable {
    /// The release of the old client is installed.
    case adopted(TreeHash)
    /// The old folder has no release.
    case nothingToAdopt
    /// The sandbox already has a release; it is unchanged.
    case alreadyInstalled
  }

  /// Installs the release that a client without a sandbox keeps in `folder`.
  ///
  /// Such a client unpacks its pages into the folder `bundle` and keeps the manifest as
  /// `bundle.config` beside it. Call this method before the first start. The pages must agree with the
  /// manifest. The release then counts as confirmed, because the app has run it; the next start runs it
  /// unless the embedded bundle is newer.
  ///
  /// The old folder is only read, so a downgraded app still works. The release is installed completely
  /// or not at all; after an interruption, the next call completes the adoption.
  ///
  /// - Throws: ``SandboxError``, also when the pages do not agree with the manifest; `DeltaError` when
  ///   the folder contains other items than files and folders; `FileError`. The sandbox then has no
  ///   release, and a start with the embedded bundle works.
  public func adopt(_ folder: String, app: NativeApp? = nil, now: Int64) throws -> Adoption {
    guard try !hasRecordedRelease() else { return .alreadyInstalled }
    let pages = folder + "/bundle"
    guard let config = try OldInstallation.manifest(in: folder) else { return .nothingToAdopt }
    try createFolders(path, creating: .ownerOnly)
    // The sandbox deletes staged files of interrupted calls.
    let zip = try StagedFile(path + "/adopted.zip", creating: .ownerOnly)
    try OldInstallation.pack(pages, manifest: config, into: zip)
    let bundle = DeliveredBundle(try zip.reader(), config: (config, folder + "/bundle.config"))
    // No user sees this start, so it does not try a release.
    let launch = try launch(embedded: bundle, kind: .background, app: app, now: now)
    if let failure = launch.failure { throw failure }
    return .adopted(launch.release)
  }

  /// Returns whether the sandbox has a release and a record of it.
  ///
  /// An interrupted adoption can leave the release without the record.
  private func hasRecordedRelease() throws -> Bool {
    do {
      return LockedSandbox.hasRecord(try openRoot())
    } catch SandboxError.empty {
      return false
    }
  }
}

/// The files of a client without a sandbox.
private enum OldInstallation {
  /// The maximum size of a manifest in bytes.
  private static let manifestLimit = 64 << 20

  /// Returns the manifest in `folder`, or `nil` when it has no release.
  static func manifest(in folder: String) throws(FileError) -> [UInt8]? {
    do {
      let root = try Folder(folder)
      // The links of a sandbox have the same names.
      guard root.linkTarget("bundle") == nil, root.linkTarget("bundle.config") == nil,
        try root.has("bundle"), try root.has("bundle.config")
      else { return nil }
    } catch {
      guard error.reason == .noSuchFileOrDirectory else { throw error }
      return nil
    }
    return try readWholeFile(folder + "/bundle.config", limit: manifestLimit)
  }

  /// Writes the pages in `folder` and their manifest into a zip.
  static func pack(_ folder: String, manifest: [UInt8], into zip: StagedFile) throws {
    var writer = StoredZipWriter(zip)
    for file in try ReleaseFolder(folder).files
    where file.path.string != BundleManifest.entryName {
      let page = try ReadableFile(folder + "/" + file.path.string, followingSymlinks: false)
      _ = try writer.addFile(file.path, page)
    }
    try writer.addFile(BundlePath(BundleManifest.entryName), manifest)
    try writer.finish()
  }
}
