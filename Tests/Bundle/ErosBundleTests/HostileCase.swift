import ErosBundle
import ErosCore
import ErosTestSupport
import Testing

/// A zip that must be rejected, with the expected codes.
struct HostileCase: Sendable, CustomTestStringConvertible {
  /// The defect, as the end of a phrase that starts with "a zip".
  let name: String
  /// The codes of all expected errors.
  var codes: Set<BundleFindingCode>
  let forge: @Sendable () throws -> [UInt8]

  init(
    _ name: String, _ codes: BundleFindingCode...,
    bytes: @escaping @Sendable () throws -> [UInt8]
  ) {
    self.name = name
    self.codes = Set(codes)
    forge = bytes
  }

  init(_ name: String, _ codes: BundleFindingCode..., entries: [ZipForge.Entry]) {
    self.name = name
    self.codes = Set(codes)
    forge = { ZipForge(entries).bytes() }
  }

  /// Changes one entry between two valid ones, or the zip around them.
  init(
    _ name: String, _ codes: BundleFindingCode...,
    entry: ZipForge.Entry = ZipForge.Entry("b.js", "let b = 1"),
    change: @escaping @Sendable (inout ZipForge.Entry) -> Void = { _ in },
    zip: @escaping @Sendable (inout ZipForge) -> Void = { _ in }
  ) {
    self.name = name
    self.codes = Set(codes)
    forge = {
      let others = [ZipForge.Entry("a.js", "let a = 1"), ZipForge.Entry("c.js", "let c = 1")]
      return ZipForge([others[0], entry.with(change), others[1]]).with(zip).bytes()
    }
  }

  var testDescription: String { name }

  /// Returns the same zip with other expected codes.
  func with(_ codes: Set<BundleFindingCode>) -> HostileCase {
    var hostile = self
    hostile.codes = codes
    return hostile
  }
}

extension HostileCase {
  /// Expects exactly the expected errors from the structure check.
  func expectRejectedStructure(limits: ZipLimits = ZipLimits()) throws {
    let structure = try ZipStructure(ZipBytes(try forge(), path: "a zip"), limits: limits)
    #expect(errorCodes(structure.findings) == codes, "\(structure.findings)")
    #expect(!structure.isSafe)
    #expect(structure.entries.isEmpty)
  }

  /// Expects exactly the expected errors and the matching verdict from the verifier.
  func expectRejectedBundle(isStrict: Bool = false) throws {
    let verifier = BundleVerifier(isStrict: isStrict, threads: 2)
    let report = try verifier.verify(ZipBytes(try forge(), path: "a zip"))
    #expect(errorCodes(report.findings) == codes, "\(report.findings)")
    #expect(report.verdict == (codes.contains(where: \.meansUnsafe) ? .unsafe : .mismatch))
  }
}

/// Returns the codes of the errors in `findings`.
func errorCodes(_ findings: [Finding]) -> Set<BundleFindingCode> {
  Set(findings.errors.compactMap { BundleFindingCode(rawValue: $0.code) })
}
