import ArgumentParser
import ErosBundle
import ErosCore
import ErosFiles

struct VerifyCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "verify",
    abstract: "Prove that a bundle is whole and is what its manifest says",
    discussion: """
      Reports everything that is wrong, not only the first thing:

        $ eros verify out/bundle.zip --config out/bundle.config

      First the structure of the zip, before anything is unpacked; then the manifest; then every file \
      against its MD5, and against its SHA-256 and size where they are recorded.

      Ends with 0 when the bundle is verified, 1 when it can be read but does not match its manifest, \
      65 when it is not a safe zip.
      """)

  @Argument(help: "The zip of the bundle.", completion: .bundle)
  var bundle: String

  @Option(help: "The bundle.config that came with it, to compare.", completion: .manifest)
  var config: String?

  @OptionGroup var verification: VerifyOptions
  @OptionGroup var output: OutputOptions

  func run() throws {
    let found = try verification.verify(
      ReadableFile(bundle), config: readConfigBeside(config), output)
    try VerifyReport(found, bundle: bundle).print(as: output)
    if let remedy = found.limitRemedy { output.hint(remedy) }
    switch found.verdict {
    case .verified: break
    case .mismatch: throw ExitCode(ExitStatus.checkFailed.rawValue)
    case .unsafe: throw ExitCode(ExitStatus.badData.rawValue)
    }
  }
}

private struct VerifyReport: Report {
  struct Problem: Encodable {
    let code: String
    let severity: String
    @OrNull var entry: String?
    let message: String
  }

  let bundle: String
  let bytes: UInt64
  let digestRules: [String: Int]
  let entries: Int
  @OrNull var jsVersion: String?
  let problems: [Problem]
  @OrNull var treeHash: String?
  let verified: Bool
  private let verdict: VerificationReport.Verdict

  private enum CodingKeys: String, CodingKey {
    case bundle, bytes, digestRules, entries, jsVersion, problems, treeHash, verified
  }

  init(_ report: VerificationReport, bundle: String) {
    self.bundle = bundle
    bytes = report.bytes
    digestRules = Dictionary(
      uniqueKeysWithValues: report.digestRules.map { ($0.key.rawValue, $0.value) })
    entries = report.files.count + report.folders.count
    jsVersion = report.manifest?.jsVersion.description
    problems = report.problems.map { problem in
      Problem(
        code: problem.code.rawValue, severity: problem.severity.rawValue,
        entry: problem.entry?.escapedForDisplay, message: problem.message)
    }
    treeHash = report.treeHash?.description
    verified = report.verdict == .verified
    verdict = report.verdict
  }

  func text(_ style: TextStyle) -> String {
    var lines = problems.map { problem in
      let severity =
        problem.severity == "error" ? style.bad(problem.severity) : style.odd(problem.severity)
      let entry = problem.entry.map { "'\($0)': " } ?? ""
      return
        "\(severity): \(entry)\(problem.message.escapedForDisplay) \(style.dim("[\(problem.code)]"))"
    }
    lines.append(summary(style))
    return lines.joined(separator: "\n")
  }

  private func summary(_ style: TextStyle) -> String {
    let errors = problems.count { $0.severity == "error" }
    let warnings = problems.count - errors
    let counts = [(errors, "error"), (warnings, "warning")].filter { $0.0 > 0 }
      .map { Readable.count($0.0, $0.1) }.joined(separator: ", ")
    let name = bundle.escapedForDisplay
    switch verdict {
    case .unsafe: return "\(style.bad("unsafe")): \(name) must not be unpacked (\(counts))"
    case .mismatch: return "\(style.bad("not verified")): \(name) (\(counts))"
    case .verified:
      let size = "\(Readable.count(entries, "entry")), \(Readable.size(bytes))"
      let rules = digestRules.sorted { $0.key < $1.key }.map { "\($0.value) \($0.key)" }
      let suffix = counts.isEmpty ? "" : " (\(counts))"
      return """
        \(style.good("verified")): \(name)\(suffix)
        \(size), digests: \(rules.joined(separator: ", "))
        jsVersion \(jsVersion ?? "–"), tree hash \(treeHash ?? "–")
        """
    }
  }
}
