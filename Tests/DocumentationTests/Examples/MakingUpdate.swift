// docs: making-update
import ErosBundle
import ErosFiles
import ErosPack
import Foundation

/// Makes the patch from one bundle to the next, under the file name that clients request.
func makeUpdate(
  _ format: UpdateFormat, from old: String, to new: String, into folder: String
) throws -> String {
  let scratch = folder + "/unpacked"
  try FileManager.default.createDirectory(atPath: scratch, withIntermediateDirectories: false)
  defer { try? FileManager.default.removeItem(atPath: scratch) }

  let maker = UpdateMaker(format, level: .standard, verifier: BundleVerifier(threads: 2))
  let update = try maker.make(
    from: ReadableFile(old), to: ReadableFile(new), scratch: Folder(scratch))
  let patch = try folder + "/" + update.publishedName()
  try StagedFile.commit([StagedFile(patch, contents: update.bytes)])
  return patch
}
// docs: end
