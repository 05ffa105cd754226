// docs: verifying
import ErosBundle
import ErosCore
import ErosFiles

/// A bundle that may be used, or everything that speaks against it.
enum Judgement: Equatable {
  case release(TreeHash)
  case refused([String])
}

/// Judges the bundle at `zip`, which came with the manifest `config`.
func judge(_ zip: String, config: [UInt8]) throws -> Judgement {
  let verifier = BundleVerifier(limits: ZipLimits(totalSize: 64 << 20), threads: 2)
  let report = try verifier.verify(ReadableFile(zip), config: (text: config, name: "bundle.config"))
  if report.verdict == .verified, let release = report.treeHash { return .release(release) }
  return .refused(
    report.findings.errors
      .map { "\($0.code): \($0.subject ?? zip): \($0.message)" })
}
// docs: end
