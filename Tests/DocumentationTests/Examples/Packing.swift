// docs: packing
import ErosBundle
import ErosFiles
import ErosPack
import Foundation

/// Packs the built pages in `source`, and writes `bundle.zip` and `bundle.config` into `folder`.
func packPages(
  in source: String, into folder: String, for version: String, at time: Date
) throws -> PackedBundle {
  let settings = BundlePacker.Settings(
    appName: "hello-eros", android: version, iOS: version,
    jsPath: "https://updates.example.com/hello-eros/",
    timestamp: Int64(time.timeIntervalSince1970 * 1000))
  let packer = BundlePacker(settings, threads: ProcessInfo.processInfo.activeProcessorCount)

  let zip = try StagedFile(folder + "/bundle.zip")
  let bundle = try packer.pack(BundleSource(source), into: zip)
  let manifest = try StagedFile(folder + "/bundle.config", contents: bundle.manifestBytes)

  // The zip is renamed last, so a new zip always has its new manifest beside it.
  try StagedFile.commit([manifest, zip])
  return bundle
}
// docs: end
