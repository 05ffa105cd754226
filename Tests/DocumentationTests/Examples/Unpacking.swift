// docs: unpacking
import ErosBundle
import ErosFiles
import Foundation

/// Unpacks the bundle at `zip` into the new folder `path`, and removes the folder on failure.
func unpackPages(of zip: String, into path: String) throws -> VerificationReport {
  try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
  do {
    let folder = try Folder(path)
    let unpacker = BundleUnpacker(BundleVerifier(threads: 2))
    let report = try unpacker.unpack(ReadableFile(zip), into: folder)
    if report.verdict == .verified {
      try folder.syncTree()
    } else {
      try FileManager.default.removeItem(atPath: path)
    }
    return report
  } catch {
    try? FileManager.default.removeItem(atPath: path)
    throw error
  }
}
// docs: end
