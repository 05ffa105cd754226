import ErosBundleTestSupport
import ErosCore
import ErosCrypto

@testable import ErosBundle

/// Changes the recipe and the declared manifest of a valid delta and corrects its checksums, as an
/// attacker without a key can do.
func tampered(
  _ delta: [UInt8], for old: some ContentTree, declaring manifest: SHA256Digest? = nil,
  recipe change: (ZipRecipe) -> ZipRecipe = { $0 }
) throws -> [UInt8] {
  let delta = try ContentDelta(reading: ZipBytes(delta, path: patchName))
  var script = try delta.application(to: old).script
  script.recipe = script.recipe.map(change)
  let bytes = script.encoded(old: old.files)
  var header = delta.header
  let size = UInt64(bytes.count)
  header.script = DeltaPart(codec: .stored, size: size, packedSize: size)
  if let zip = header.zip, let manifest {
    header.zip = PublishedZip(sha256: zip.sha256, size: zip.size, manifest: manifest)
  }
  let start = header.encoded() + bytes
  let checksum = DeltaChecksum(try SHA256Digest.of(start.span))
  let content = try delta.source.read(
    at: delta.contentOffset, count: Int(delta.header.content.packedSize))
  return start + checksum.bytes + content
}
