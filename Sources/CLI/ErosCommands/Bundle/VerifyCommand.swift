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

        $ eros verify out/bundle.zip --manifest out/bundle.config
        $ eros verify releases/1.zip releases/2.zip
        $ curl -fsS https://example.com/bundle.zip | eros verify -

      For a folder, verifies the 'bundle.zip' in it. With several bundles, --json prints \
      { "bundles": [ … ], "verified": … } with the document of each.

      Checks the structure of the zip before unpacking, then the manifest, and then the MD5 of each \
      file, with its SHA-256 and size if the manifest has them.

      Exits with 0 if all bundles are verified, with 65 if a zip is unsafe, and otherwise with 1 if a \
      bundle does not match its manifest.
      """)

  @Argument(
    help: ArgumentHelp(
      "The zip files of bundles, their folders, or '-' for standard input.", valueName: "bundle"),
    completion: .bundle)
  var bundles: [String]

  @Option(
    help: "The bundle.config of the bundle, or its folder, to compare with the zip.",
    completion: .manifest)
  var manifest: String?

  @OptionGroup var verification: VerifyOptions
  @OptionGroup var options: FindingOptions

  func validate() throws {
    guard manifest == nil || bundles.count == 1 else {
      throw ValidationError("--manifest can be combined with only one bundle")
    }
    guard bundles.count(where: { $0 == BundleArgument.standardInput }) <= 1 else {
      throw ValidationError("standard input can be verified only once")
    }
  }

  func run() throws {
    // A missing file is an error before any bundle is verified.
    for bundle in bundles where bundle != BundleArgument.standardInput { _ = try open(bundle) }
    let reports = try bundles.map { bundle in
      let result = try verification.verify(
        open(bundle), config: readManifest(manifest), isForPublishing: true, options.output)
      if let hint = result.outerFolderHint { options.output.hint(hint) }
      return VerifyReport(result, bundle: bundle, comparesManifest: manifest != nil)
    }
    if let report = reports.first, reports.count == 1 {
      try report.print(as: options)
    } else {
      try VerifyAllReport(bundles: reports).print(as: options)
    }
    let status = reports.map(\.status).max { $0.rawValue < $1.rawValue } ?? .success
    if status != .success { throw ExitCode(status.rawValue) }
  }

  private func open(_ bundle: String) throws -> ReadableFile {
    try BundleArgument.open(bundle, limit: verification.inputLimit)
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
  let uncheckedCodes: [String: String]
  @OrNull var treeHash: String?
  let verified: Bool
  private let verdict: VerificationReport.Verdict
  private let name: String

  private enum CodingKeys: String, CodingKey {
    case bundle, bytes, digestRules, entries, findings, jsVersion, treeHash, verified
  }

  init(_ report: VerificationReport, bundle: String, comparesManifest: Bool) {
    self.bundle = bundle
    bytes = report.bytes
    digestRules = Dictionary(
      uniqueKeysWithValues: report.digestRules.map { ($0.key.rawValue, $0.value) })
    entries = report.files.count + report.folders.count
    jsVersion = report.manifest?.jsVersion.description
    name = bundle == BundleArgument.standardInput ? "standard input" : bundle
    let name = name
    findings = report.findings.map { $0.with(file: name) }
    uncheckedCodes = report.uncheckedCodes(comparesManifest: comparesManifest)
    treeHash = report.treeHash?.description
    verified = report.verdict == .verified
    verdict = report.verdict
  }

  var status: ErosCore.ExitStatus {
    switch verdict {
    case .verified: .success
    case .mismatch: .checkFailed
    case .unsafe: .badData
    }
  }

  func text(_ style: TextStyle) -> String {
    (findings.lines(style) + [summary(style)]).joined(separator: "\n")
  }

  private func summary(_ style: TextStyle) -> String {
    let counts = findings.counts
    let name = name.escapedForDisplay
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
        jsVersion \(jsVersion ?? "–"), tree hash \(treeHash.map(style.hash) ?? "–")
        """
    }
  }
}

private struct VerifyAllReport: FindingReport {
  static let command = VerifyReport.command
  static let codes = VerifyReport.codes

  let bundles: [VerifyReport]
  let verified: Bool

  private enum CodingKeys: String, CodingKey {
    case bundles, verified
  }

  init(bundles: [VerifyReport]) {
    self.bundles = bundles
    verified = bundles.allSatisfy(\.verified)
  }

  var findings: [Finding] { bundles.flatMap(\.findings) }

  /// Codes that were not checked in at least one bundle.
  var uncheckedCodes: [String: String] {
    bundles.reduce(into: [:]) { $0.merge($1.uncheckedCodes) { first, _ in first } }
  }

  func text(_ style: TextStyle) -> String {
    let invalid = bundles.count { !$0.verified }
    let total = Readable.count(bundles.count, "bundle")
    let summary =
      invalid == 0
      ? "\(style.success("verified")): \(total)"
      : "\(style.failure("not verified")): \(invalid) of \(total)"
    return (bundles.map { $0.text(style) } + [summary]).joined(separator: "\n")
  }
}
