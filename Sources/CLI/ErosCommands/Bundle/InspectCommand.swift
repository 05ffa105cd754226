import ArgumentParser
import ErosBundle
import ErosCommandLine
import ErosCore
import ErosFiles

struct InspectCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "inspect",
    abstract: "Show the contents of a bundle, largest files first",
    discussion: """
      Shows the version, the app, and the size of each file:

        $ eros inspect out/bundle.zip

      A bundle that does not match its manifest is shown too, but an unsafe zip is not. To verify \
      a bundle, use `eros verify`.
      """)

  @Argument(
    help: "The zip file of the bundle, its folder, or '-' for standard input.", completion: .bundle)
  var bundle: String

  @OptionGroup var verification: VerifyOptions
  @OptionGroup var output: OutputOptions

  func run() throws {
    let file = try BundleArgument.open(bundle, limit: verification.inputLimit)
    let result = try verification.verify(file, output)
    guard result.verdict != .unsafe else { throw UnsafeBundleError(bundle: bundle, result) }
    try InspectReport(result, bundle: bundle, size: file.size, now: .now()).print(as: output)
  }
}

private struct InspectReport: Report {
  struct Entry: Encodable {
    let path: String
    let size: UInt64
    let compressedSize: UInt64
    let method: String
    let digestRule: String?
  }

  let ageSeconds: Double?
  let android: String?
  let appName: String?
  let bundle: String
  let bundleBytes: UInt64
  let bytes: UInt64
  let entries: [Entry]
  let iOS: String?
  let jsPath: String?
  let jsVersion: String?
  let timestamp: Timestamp?
  let treeHash: String?
  let verified: Bool

  init(_ report: VerificationReport, bundle: String, size: UInt64, now: Timestamp) {
    let manifest = report.manifest
    self.bundle = bundle
    bundleBytes = size
    bytes = report.bytes
    android = manifest?.android
    appName = manifest?.appName
    iOS = manifest?.iOS
    jsPath = manifest?.jsPath
    jsVersion = manifest?.jsVersion.description
    let timestamp = manifest.map { Timestamp(milliseconds: $0.timestamp) }
    self.timestamp = timestamp
    ageSeconds = timestamp.map { Double(now.milliseconds - $0.milliseconds) / 1000 }
    treeHash = report.treeHash?.description
    verified = report.verdict == .verified
    entries = report.files.map { file in
      Entry(
        path: file.entry.path.string, size: file.entry.size,
        compressedSize: file.entry.compressedSize, method: file.entry.method.rawValue,
        digestRule: file.rule?.rawValue)
    }.sorted { ($1.size, $0.path) < ($0.size, $1.path) }
  }

  func text(_ style: TextStyle) -> String {
    var head = TextTable()
    head.add("bundle", "\(bundle.escapedForDisplay), \(Readable.size(bundleBytes))")
    head.add("app", (appName ?? "–").escapedForDisplay)
    head.add("jsVersion", style.bold(jsVersion ?? "–"))
    head.add("tree hash", treeHash.map(style.hash) ?? "–")
    head.add("built", built)
    head.add("needs", "iOS \(shown(iOS)), Android \(shown(android))")
    head.add("published at", shown(jsPath))
    head.add("verified", verified ? style.success("yes") : style.failure("no: see `eros verify`"))
    var table = TextTable(numbers: [0, 1, 2])
    table.add("size", "in zip", "ratio", "digest", "file")
    for entry in entries {
      table.add(
        Readable.size(entry.size), Readable.size(entry.compressedSize),
        Readable.share(entry.compressedSize, of: entry.size), entry.digestRule ?? "–",
        entry.path.escapedForDisplay)
    }
    let packed = entries.reduce(0) { $0 + $1.compressedSize }
    let total = entries.reduce(0) { $0 + $1.size }
    table.add(
      Readable.size(total), Readable.size(packed), Readable.share(packed, of: total), "",
      Readable.count(entries.count, "file"))
    return head.text + "\n\n" + table.text
  }

  private var built: String {
    guard let timestamp, let ageSeconds else { return "–" }
    return "\(timestamp), \(Self.age(ageSeconds))"
  }

  private func shown(_ text: String?) -> String { (text ?? "–").escapedForDisplay }

  private static func age(_ seconds: Double) -> String {
    if seconds < 0 { return "in the future" }
    let days = Int(seconds / 86400)
    if days > 0 { return "\(Readable.count(days, "day")) ago" }
    let hours = Int(seconds / 3600)
    if hours > 0 { return "\(Readable.count(hours, "hour")) ago" }
    return "\(Readable.count(Int(seconds / 60), "minute")) ago"
  }
}
