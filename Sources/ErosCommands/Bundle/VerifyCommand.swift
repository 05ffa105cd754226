import ArgumentParser
import ErosBundle
import ErosCore
import ErosFiles

struct VerifyCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "verify",
    abstract: "Verify that a bundle is intact and matches its manifest",
    discussion: """
      Reports all errors, not only the first:

        $ eros verify out/bundle.zip --config out/bundle.config

      Checks the structure of the zip before unpacking, then the manifest, and then the MD5 of each \
      file, with its SHA-256 and size if the manifest has them.

      Exits with 0 if the bundle is verified, with 1 if it does not match its manifest, and with 65 \
      if the zip is unsafe.
      """)

  @Argument(help: "The zip file of the bundle.", completion: .bundle)
  var bundle: String

  @Option(help: "The bundle.config of the bundle, to compare with the zip.", completion: .manifest)
  var config: String?

  @OptionGroup var verification: VerifyOptions
  @OptionGroup var options: FindingOptions

  func run() throws {
    let found = try verification.verify(
      ReadableFile(bundle), config: readManifest(config), options.output)
    try VerifyReport(found, bundle: bundle).print(as: options)
    switch found.verdict {
    case .verified: break
    case .mismatch: throw ExitCode(ExitStatus.checkFailed.rawValue)
    case .unsafe: throw ExitCode(ExitStatus.badData.rawValue)
    }
  }
}

private struct VerifyReport: FindingReport {
  static let command = "eros verify"
  static let codes: [any FindingCode] = BundleFindingCode.allCases

  let bundle: String
  let bytes: UInt64
  let digestRules: [String: Int]
  let entries: Int
  @OrNull var jsVersion: String?
  let findings: [Finding]
  @OrNull var treeHash: String?
  let verified: Bool
  private let verdict: VerificationReport.Verdict

  private enum CodingKeys: String, CodingKey {
    case bundle, bytes, digestRules, entries, findings, jsVersion, treeHash, verified
  }

  init(_ report: VerificationReport, bundle: String) {
    self.bundle = bundle
    bytes = report.bytes
    digestRules = Dictionary(
      uniqueKeysWithValues: report.digestRules.map { ($0.key.rawValue, $0.value) })
    entries = report.files.count + report.folders.count
    jsVersion = report.manifest?.jsVersion.description
    findings = report.findings.map { $0.with(file: bundle) }
    treeHash = report.treeHash?.description
    verified = report.verdict == .verified
    verdict = report.verdict
  }

  func text(_ style: TextStyle) -> String {
    (findings.lines(style) + [summary(style)]).joined(separator: "\n")
  }

  private func summary(_ style: TextStyle) -> String {
    let counts = findings.counts
    let name = bundle.escapedForDisplay
    switch verdict {
    case .unsafe: return "\(style.failure("unsafe")): \(name) must not be unpacked (\(counts))"
    case .mismatch: return "\(style.failure("not verified")): \(name) (\(counts))"
    case .verified:
      let size = "\(Readable.count(entries, "entry")), \(Readable.size(bytes))"
      let rules = digestRules.sorted { $0.key < $1.key }.map { "\($0.value) \($0.key)" }
      let suffix = findings.isEmpty ? "" : " (\(counts))"
      return """
        \(style.success("verified")): \(name)\(suffix)
        \(size), digests: \(rules.joined(separator: ", "))
        jsVersion \(jsVersion ?? "–"), tree hash \(treeHash ?? "–")
        """
    }
  }
}
