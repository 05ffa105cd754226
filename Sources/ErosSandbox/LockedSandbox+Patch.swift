import ErosBundle
import ErosCore
import ErosDelta
import ErosFiles

extension LockedSandbox {
  /// Stages the bundle that was delivered, made out of a kept release if a patch was delivered.
  ///
  /// - Returns: what was staged, and whether its zip is the very one that was published.
  /// - Throws: ``SandboxError``, `DeltaError`, `FileError`; nothing is left then.
  func stage(
    _ delivered: DeliveredBundle
  ) throws -> (staged: ReleaseStore.Staged, isIdentical: Bool) {
    guard try UpdateFormat.isPatch(delivered.zip) else {
      return (try store.stage(delivered), true)
    }
    let made = try store.staging.fill { folder in
      let zip = try StagedFile(folder.path + "/" + ReleaseStore.Part.zip.rawValue)
      let isIdentical = try apply(
        delivered.zip, into: zip, scratch: folder.newFolder("scratch"))
      try StagedFile.commit([zip])
      return isIdentical
    }
    let zip = try store.staging.open(made.name).openFile(ReleaseStore.Part.zip.rawValue)
    do {
      return (try store.stage(delivered.replaced(by: zip)), made.result)
    } catch SandboxError.notVerified(_, _, let report) {
      // The zip that it names is gone, and nobody has seen it.
      throw DeltaError(badResultOf: delivered.zip.path, report)
    }
  }

  /// Makes the zip that a patch leads to; it is verified while it is unpacked.
  ///
  /// - Returns: whether it is the very one that was published.
  private func apply(
    _ patch: ReadableFile, into zip: StagedFile, scratch: Folder
  ) throws -> Bool {
    guard let active = state.active else { throw SandboxError.empty(path: store.root.path) }
    let applier = UpdateApplier(store.verifier)
    guard try UpdateFormat(of: patch) == .delta else {
      return try applier.make(patch, to: self.zip(of: active), into: zip, scratch: scratch)
    }
    let base = try ContentDelta(reading: patch, limits: DeltaLimits(store.verifier.limits)).before
    guard let release = state.release(base) else {
      throw DeltaError.wrongBase(
        patch: patch.path, expected: base.description, found: active.description)
    }
    // Unpacking the zip once more is for when its pages are damaged.
    guard let pages = try store.wholePages(release) else {
      return try applier.make(patch, to: self.zip(of: base), into: zip, scratch: scratch)
    }
    return try applier.make(
      patch, to: FolderTree(store.pagesPath(base), verified: pages), into: zip, scratch: scratch)
  }

  /// The zip of a release that is kept.
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
  /// The zip that the delivered patch leads to, in its place; progress still counts the patch's bytes.
  fileprivate func replaced(by zip: ReadableFile) -> DeliveredBundle {
    var whole = DeliveredBundle(zip, config: config)
    let patchSize = Double(self.zip.status.size)
    let zipSize = Double(max(1, zip.status.size))
    if let progress {
      whole.progress = { done in progress(UInt64(patchSize * (Double(done) / zipSize))) }
    }
    return whole
  }
}
