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
    let results = try bundles.map { bundle in
      let result = try verification.verify(
        open(bundle), config: readManifest(manifest), isForPublishing: true, options.output)
      if let hint = result.outerFolderHint { options.output.hint(hint) }
      return (outcome: outcome(of: result, bundle), details: VerifiedBundle(result, bundle))
    }
    guard results.count > 1 else {
      for (outcome, details) in results { try outcome.finish(details, as: options) }
      return
    }
    let total = results.reduce(into: Self.emptyOutcome) { $0.add($1.outcome) }
    let bundles = results.map { FindingDocument(details: $1, findings: $0.findings) }
    try total.finish(VerifiedBundles(bundles: bundles), as: options)
  }

  private static let emptyOutcome = CheckOutcome("eros verify", codes: BundleFindingCode.allCases)

  private func outcome(of report: VerificationReport, _ bundle: String) -> CheckOutcome {
    var outcome = Self.emptyOutcome
    outcome.unchecked = report.uncheckedCodes(comparesManifest: manifest != nil)
    outcome.add(
      report.findings.map { $0.with(file: BundleArgument.name(of: bundle)) },
      failingWith: report.verdict == .unsafe ? .badData : .checkFailed)
    return outcome
  }

  private func open(_ bundle: String) throws -> ReadableFile {
    try BundleArgument.open(bundle, limit: verification.inputLimit)
  }
}

private struct VerifiedBundle: FindingDetails {
  let bundle: String
  let bytes: UInt64
  let digestRules: [String: Int]
  let entries: Int
  let jsVersion: String?
  let treeHash: String?
  let verified: Bool
  private let verdict: VerificationReport.Verdict
  private let name: String

  private enum CodingKeys: String, CodingKey {
    case bundle, bytes, digestRules, entries, jsVersion, treeHash, verified
  }

  init(_ report: VerificationReport, _ bundle: String) {
    self.bundle = bundle
    bytes = report.bytes
    digestRules = Dictionary(
      uniqueKeysWithValues: report.digestRules.map { ($0.key.rawValue, $0.value) })
    entries = report.files.count + report.folders.count
    jsVersion = report.manifest?.jsVersion.description
    name = BundleArgument.name(of: bundle)
    treeHash = report.treeHash?.description
    verified = report.verdict == .verified
    verdict = report.verdict
  }

  func text(_ style: TextStyle, _ findings: [Finding]) -> String? {
    (findings.lines(style) + [summary(style, findings)]).joined(separator: "\n")
  }

  private func summary(_ style: TextStyle, _ findings: [Finding]) -> String {
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

private struct VerifiedBundles: Report {
  let bundles: [FindingDocument<VerifiedBundle>]
  let verified: Bool

  init(bundles: [FindingDocument<VerifiedBundle>]) {
    self.bundles = bundles
    verified = bundles.allSatisfy(\.details.verified)
  }

  func text(_ style: TextStyle) -> String {
    let invalid = bundles.count { !$0.details.verified }
    let total = Readable.count(bundles.count, "bundle")
    let summary =
      invalid == 0
      ? "\(style.success("verified")): \(total)"
      : "\(style.failure("not verified")): \(invalid) of \(total)"
    return (bundles.compactMap { $0.text(style) } + [summary]).joined(separator: "\n")
  }
}
