import ErosBundle
import ErosCore
import ErosFiles

extension LockedSandbox {
  /// Holds a patch's temporary files.
  private static let scratch = "scratch"

  /// Stages a delivered bundle, or what a delivered patch makes.
  ///
  /// - Returns: The staged release. `isIdentical` tells if its zip equals the published zip, or is
  ///   `nil` if that is unknown.
  /// - Throws: ``SandboxError``, `DeltaError`, `FileError`. The staged files are then deleted.
  func stage(
    _ delivered: DeliveredBundle, rebuildingZipBy rebuilder: ZipRebuilder,
    patchingZipsBy patcher: ZipPatcher?
  ) throws -> (staged: ReleaseStore.Staged, isIdentical: Bool?) {
    guard try UpdateFormat.isPatch(delivered.zip) else {
      return (try store.stage(delivered, marking: state.mark), true)
    }
    let made = try store.staging.fill { folder in
      let zip = try StagedFile(
        folder.path + "/" + ReleaseStore.Part.zip.rawValue, creating: .ownerOnly)
      let isIdentical = try applyPatch(
        delivered, into: zip, scratch: folder.newFolder(Self.scratch),
        UpdateApplier(store.verifier, rebuildingZipBy: rebuilder, patchingZipsBy: patcher))
      // The zip is unpacked and verified again. Two copies of the pages would need the space twice.
      try folder.removeTree(Self.scratch)
      try StagedFile.commit([zip])
      return isIdentical
    }
    let folder = try store.staging.open(made.name)
    let zip = try folder.openFile(ReleaseStore.Part.zip.rawValue)
    do {
      var bundle = delivered.replacingZip(with: zip)
      bundle.stagedFolder = folder
      return (try store.stage(bundle, marking: state.mark), made.result)
    } catch SandboxError.notVerified(_, _, let report) {
      // The error names a temporary zip, so the patch is reported instead.
      throw DeltaError(badResultOf: delivered.zip.path, report)
    }
  }

  /// Applies a patch and writes the resulting zip, which is verified when it is unpacked.
  ///
  /// - Returns: `true` if the zip equals the published zip, or `nil` if that is unknown.
  private func applyPatch(
    _ delivered: DeliveredBundle, into zip: StagedFile, scratch: Folder, _ applier: UpdateApplier
  ) throws -> Bool? {
    let patch = delivered.zip
    let progress = delivered.progressOfPatch
    let isDelta = try UpdateFormat(of: patch) == .delta
    let base = try isDelta ? self.base(of: patch) : active()
    return try reportingDamage(of: base) {
      // If pages are damaged, they are unpacked again from the release's zip.
      if isDelta, let pages = try pages(of: base) {
        return try applier.make(patch, to: pages, into: zip, scratch: scratch, progress: progress)
      }
      return try applier.make(
        patch, to: self.zip(of: base), into: zip, scratch: scratch, progress: progress)
    }
  }

  private func active() throws(SandboxError) -> TreeHash {
    guard let active = state.active else { throw .empty(path: store.root.path) }
    return active
  }

  /// Returns a content delta's base, which must be in the sandbox.
  private func base(of patch: ReadableFile) throws -> TreeHash {
    let delta = try ContentDelta(reading: patch, limits: DeltaLimits(store.verifier.limits))
    guard state.isBase(delta.before) else {
      throw DeltaError.wrongBase(
        patch: patch.path, expected: delta.before.description, found: try active().description)
    }
    return delta.before
  }

  /// Returns a base's pages, or `nil` if they are damaged.
  private func pages(of base: TreeHash) throws -> FolderTree? {
    // The failed release has no recorded description.
    let files =
      if let release = state.release(base) {
        try store.intactPages(release)
      } else {
        try store.intactPages(base)
      }
    return files.map { FolderTree(store.pagesPath(base), verified: $0) }
  }

  /// Runs `body`, and reports a damaged file in a base as a missing base.
  ///
  /// The full bundle does not need a base.
  private func reportingDamage<Result>(
    of base: TreeHash, _ body: () throws -> Result
  ) throws -> Result {
    do {
      return try body()
    } catch let error as FileError where error.isReading && error.indicatesDamage {
      let folder = store.root.path + "/" + ReleaseStore.path(of: base)
      guard error.path.hasPrefix(folder) else { throw error }
      throw SandboxError.baseMissing(path: store.root.path, base)
    }
  }

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
  /// Receives a patch's progress as a fraction.
  ///
  /// A patch is the first half of the work.
  fileprivate var progressOfPatch: @Sendable (Double) -> Void {
    let size = Double(zip.status.size)
    return { [progress] in progress?(UInt64(size * min(1, $0) / 2)) }
  }

  /// Returns the bundle with the zip that a patch has produced.
  ///
  /// Progress continues to count in bytes of the patch.
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
