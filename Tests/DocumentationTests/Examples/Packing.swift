// docs: packing
import ErosBundle
import ErosFiles
import Foundation

/// Packs the built pages in `source`, and leaves `bundle.zip` and `bundle.config` in `folder`.
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

  // The zip comes last: who finds a new one finds the manifest that belongs to it.
  try Data(bundle.manifestBytes).write(
    to: URL(filePath: folder + "/bundle.config"), options: .atomic)
  try StagedFile.commit([zip])
  return bundle
}
// docs: end
