// docs: verifying
import ErosBundle
import ErosCore
import ErosFiles

/// The result of a check: the release, or the reasons why the bundle is rejected.
enum CheckResult: Equatable {
  case release(TreeHash)
  case rejected([String])
}

/// Checks the bundle at `zip`, which came with the manifest `config`.
func checkBundle(_ zip: String, config: [UInt8]) throws -> CheckResult {
  let verifier = BundleVerifier(limits: ZipLimits(totalSize: 64 << 20), threads: 2)
  let report = try verifier.verify(ReadableFile(zip), config: (text: config, name: "bundle.config"))
  if report.verdict == .verified, let release = report.treeHash { return .release(release) }
  return .rejected(
    report.findings.errors
      .map { "\($0.code): \($0.subject ?? zip): \($0.message)" })
}
// docs: end
