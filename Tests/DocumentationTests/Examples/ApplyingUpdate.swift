// docs: applying-update
import ErosBundle
import ErosFiles
import ErosLegacyPatch
import ErosPack
import Foundation

/// Applies a patch of either format to the bundle `old`, and writes the new bundle to `new`.
func applyUpdate(_ patch: String, to old: String, as new: String) throws -> UpdateApplier.Result {
  let scratch = new + ".unpacked"
  try FileManager.default.createDirectory(atPath: scratch, withIntermediateDirectories: false)
  defer { try? FileManager.default.removeItem(atPath: scratch) }

  let zip = try StagedFile(new)
  let applier = UpdateApplier(
    BundleVerifier(threads: 2), rebuildingZipBy: .packing, patchingZipsBy: .bsdiff)
  let result = try applier.apply(
    ReadableFile(patch), to: ReadableFile(old), into: zip, scratch: Folder(scratch))
  try StagedFile.commit([zip])
  return result
}
// docs: end
