import ErosBundle
import ErosCore
import ErosTestSupport
import Testing

/// A zip that must be refused, and for which reasons.
struct HostileCase: Sendable, CustomTestStringConvertible {
  /// What is wrong with it, as the end of a sentence that starts with «a zip».
  let what: String
  /// The codes of all errors that are found.
  var codes: Set<BundleFindingCode>
  let forge: @Sendable () throws -> [UInt8]

  init(
    _ what: String, _ codes: BundleFindingCode...,
    bytes: @escaping @Sendable () throws -> [UInt8]
  ) {
    self.what = what
    self.codes = Set(codes)
    forge = bytes
  }

  init(_ what: String, _ codes: BundleFindingCode..., entries: [ZipForge.Entry]) {
    self.what = what
    self.codes = Set(codes)
    forge = { ZipForge(entries).bytes() }
  }

  /// Changes one entry between two good ones, or the zip around them.
  init(
    _ what: String, _ codes: BundleFindingCode...,
    entry: ZipForge.Entry = ZipForge.Entry("b.js", "let b = 1"),
    change: @escaping @Sendable (inout ZipForge.Entry) -> Void = { _ in },
    zip: @escaping @Sendable (inout ZipForge) -> Void = { _ in }
  ) {
    self.what = what
    self.codes = Set(codes)
    forge = {
      let others = [ZipForge.Entry("a.js", "let a = 1"), ZipForge.Entry("c.js", "let c = 1")]
      return ZipForge([others[0], entry.with(change), others[1]]).with(zip).bytes()
    }
  }

  var testDescription: String { what }

  /// The same zip, refused for other reasons.
  func with(_ codes: Set<BundleFindingCode>) -> HostileCase {
    var hostile = self
    hostile.codes = codes
    return hostile
  }
}

extension HostileCase {
  /// Expects that the check of the structure finds exactly the expected errors.
  func expectRefusedStructure(limits: ZipLimits = ZipLimits()) throws {
    let structure = try ZipStructure(ZipBytes(try forge(), path: "a zip"), limits: limits)
    #expect(errorCodes(structure.findings) == codes, "\(structure.findings)")
    #expect(!structure.isSafe)
    #expect(structure.entries.isEmpty)
  }

  /// Expects that the verifier finds exactly the expected errors, and ends as they demand.
  func expectRefusedBundle(isStrict: Bool = false) throws {
    let verifier = BundleVerifier(isStrict: isStrict, threads: 2)
    let report = try verifier.verify(ZipBytes(try forge(), path: "a zip"))
    #expect(errorCodes(report.findings) == codes, "\(report.findings)")
    #expect(report.verdict == (codes.contains(where: \.meansUnsafe) ? .unsafe : .mismatch))
  }
}

/// The codes of the findings that are errors.
func errorCodes(_ findings: [Finding]) -> Set<BundleFindingCode> {
  Set(findings.errors.compactMap { BundleFindingCode(rawValue: $0.code) })
}
