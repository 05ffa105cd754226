import ErosBundle
import ErosCore
import ErosDelta
import ErosFiles

extension LockedSandbox {
  /// The bundle that was delivered, made out of a kept release if a patch was delivered.
  ///
  /// - Throws: ``SandboxError``, `DeltaError`, `FileError`.
  func whole(_ delivered: DeliveredBundle) throws -> DeliveredBundle {
    guard try UpdateFormat.isPatch(delivered.zip) else { return delivered }
    let base = try base(of: delivered.zip)
    let staged = try store.staging.fill { folder in
      let zip = try StagedFile(folder.path + "/" + ReleaseStore.Part.zip.rawValue)
      // The bundle is verified while it is unpacked.
      try UpdateApplier(store.verifier).make(
        delivered.zip, to: base, into: zip, scratch: folder.newFolder("scratch"))
      try StagedFile.commit([zip])
    }
    let zip = try store.staging.open(staged.name).openFile(ReleaseStore.Part.zip.rawValue)
    return DeliveredBundle(zip, config: delivered.config)
  }

  /// The zip of the release that a patch is to be applied to.
  private func base(of patch: ReadableFile) throws -> ReadableFile {
    var tree = state.active
    if try UpdateFormat(of: patch) == .delta {
      let before = try ContentDelta(reading: patch, limits: DeltaLimits(store.verifier.limits))
        .before
      if state.release(before) != nil { tree = before }
    }
    guard let tree else { throw SandboxError.empty(path: store.root.path) }
    do {
      return try zip(of: tree)
    } catch {
      guard let error = error as? FileError, error.meansDamage else { throw error }
      throw SandboxError.baseMissing(path: store.root.path, tree)
    }
  }

  private func zip(of tree: TreeHash) throws -> ReadableFile {
    let releases = try store.root.openFolder(ReleaseStore.releases)
    return try releases.openFolder(tree.description).openFile(ReleaseStore.Part.zip.rawValue)
  }
}
