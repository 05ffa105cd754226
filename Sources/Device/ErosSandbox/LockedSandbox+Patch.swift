import ErosBundle
import ErosCore
import ErosDelta
import ErosFiles

extension LockedSandbox {
  /// Stages a delivered bundle, or the result of a delivered patch.
  ///
  /// - Returns: The staged release, and whether its zip is identical to the published zip, or `nil`
  ///   if that is unknown.
  /// - Throws: ``SandboxError``, `DeltaError`, `FileError`. The staged files are then deleted.
  func stage(
    _ delivered: DeliveredBundle, rebuildingZipBy rebuilder: ZipRebuilder
  ) throws -> (staged: ReleaseStore.Staged, isIdentical: Bool?) {
    guard try UpdateFormat.isPatch(delivered.zip) else {
      return (try store.stage(delivered, marking: state.mark), true)
    }
    let made = try store.staging.fill { folder in
      let zip = try StagedFile(
        folder.path + "/" + ReleaseStore.Part.zip.rawValue, creating: .ownerOnly)
      let isIdentical = try applyPatch(
        delivered, into: zip, scratch: folder.newFolder("scratch"),
        UpdateApplier(store.verifier, rebuildingZipBy: rebuilder))
      try StagedFile.commit([zip])
      return isIdentical
    }
    let zip = try store.staging.open(made.name).openFile(ReleaseStore.Part.zip.rawValue)
    do {
      let bundle = delivered.replacingZip(with: zip)
      return (try store.stage(bundle, marking: state.mark), made.result)
    } catch SandboxError.notVerified(_, _, let report) {
      // The error names a temporary zip, so the patch is reported instead.
      throw DeltaError(badResultOf: delivered.zip.path, report)
    }
  }

  /// Applies a patch and writes the resulting zip; unpacking verifies the zip later.
  ///
  /// - Returns: Whether the zip is identical to the published zip, or `nil` if that is unknown.
  private func applyPatch(
    _ delivered: DeliveredBundle, into zip: StagedFile, scratch: Folder, _ applier: UpdateApplier
  ) throws -> Bool? {
    let patch = delivered.zip
    let progress = delivered.progressOfPatch
    guard try UpdateFormat(of: patch) == .delta else {
      guard let active = state.active else { throw SandboxError.empty(path: store.root.path) }
      let base = try self.zip(of: active)
      return try reportingBase(active, at: base.path) {
        try applier.make(patch, to: base, into: zip, scratch: scratch, progress: progress)
      }
    }
    let base = try ContentDelta(reading: patch, limits: DeltaLimits(store.verifier.limits)).before
    guard let release = state.release(base) else {
      guard let active = state.active else { throw SandboxError.empty(path: store.root.path) }
      throw DeltaError.wrongBase(
        patch: patch.path, expected: base.description, found: active.description)
    }
    // If the pages are damaged, they are unpacked from the zip again.
    guard let pages = try store.intactPages(release) else {
      let file = try self.zip(of: base)
      return try reportingBase(base, at: file.path) {
        try applier.make(patch, to: file, into: zip, scratch: scratch, progress: progress)
      }
    }
    return try reportingBase(base, at: store.pagesPath(base)) {
      try applier.make(
        patch, to: FolderTree(store.pagesPath(base), verified: pages), into: zip, scratch: scratch,
        progress: progress)
    }
  }

  /// Runs `body`, and reports a damaged file at or below `path` as a missing base.
  ///
  /// The full bundle does not need a base.
  private func reportingBase<Result>(
    _ base: TreeHash, at path: String, _ body: () throws -> Result
  ) throws -> Result {
    do {
      return try body()
    } catch let error as FileError
      where error.isReading && error.indicatesDamage && error.path.hasPrefix(path)
    {
      throw SandboxError.baseMissing(path: store.root.path, base)
    }
  }

  /// Opens the zip of an installed release.
  private func zip(of tree: TreeHash) throws -> ReadableFile {
    do throws(FileError) {
      let releases = try store.root.openFolder(ReleaseStore.releases)
      return try releases.openFolder(tree.description).openFile(ReleaseStore.Part.zip.rawValue)
    } catch {
      guard error.indicatesDamage else { throw error }
      throw SandboxError.baseMissing(path: store.root.path, tree)
    }
  }
}

extension DeliveredBundle {
  /// A function that receives the progress of a patch as a fraction.
  ///
  /// A patch is the first half of the work.
  fileprivate var progressOfPatch: @Sendable (Double) -> Void {
    let size = Double(zip.status.size)
    return { [progress] in progress?(UInt64(size * min(1, $0) / 2)) }
  }

  /// Returns a bundle with the zip produced by a patch.
  ///
  /// Progress still counts the patch's bytes.
  fileprivate func replacingZip(with zip: ReadableFile) -> DeliveredBundle {
    var bundle = DeliveredBundle(zip, config: config)
    let patchSize = Double(self.zip.status.size)
    let zipSize = Double(max(1, zip.status.size))
    if let progress {
      bundle.progress = { done in
        progress(UInt64(patchSize * (1 + min(1, Double(done) / zipSize)) / 2))
      }
    }
    return bundle
  }
}
