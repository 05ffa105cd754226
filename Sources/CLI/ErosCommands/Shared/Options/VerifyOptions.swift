import ArgumentParser
import ErosBundle
import ErosCommandLine
import ErosCore
import ErosFiles

struct VerifyOptions: ParsableArguments {
  @Option(help: "The maximum total size of the unpacked files, such as 500K, 64M or 1G.")
  var maxSize = ByteCount(512 << 20)

  @Option(help: "The maximum number of files and folders in a bundle.")
  var maxEntries = 100_000

  @OptionGroup var severity: StrictOption

  /// The maximum number of bytes from standard input: the sizes of a bundle's files, and a record
  /// for each entry.
  var inputLimit: UInt64 { maxSize.value + UInt64(maxEntries) * 1024 }

  func verify(
    _ file: ReadableFile, config: (text: [UInt8], name: String)? = nil,
    isForPublishing: Bool = false, _ output: OutputOptions
  ) throws -> VerificationReport {
    var verifier = verifier
    verifier.isForPublishing = isForPublishing
    let final = verifier
    return try ProgressBar.show("verifying", total: file.size, output) { bar in
      try final.verify(WatchedZip(file) { bar.update($0) }, config: config)
    }
  }

  static var defaultVerifier: BundleVerifier {
    BundleVerifier(threads: Parallel.processorCount)
  }

  var verifier: BundleVerifier { verifier(threads: Parallel.processorCount) }

  /// A verifier for commands that verify several bundles in parallel.
  var singleThreadedVerifier: BundleVerifier { verifier(threads: 1) }

  private func verifier(threads: Int) -> BundleVerifier {
    BundleVerifier(
      limits: ZipLimits(entries: maxEntries, totalSize: maxSize.value), isStrict: severity.strict,
      threads: threads, now: Timestamp.now().milliseconds)
  }

  func validate() throws {
    guard (1...ZipLimits.maximumEntries).contains(maxEntries) else {
      throw ValidationError("--max-entries must be from 1 to \(ZipLimits.maximumEntries)")
    }
  }
}

/// A number of bytes on the command line, such as `1000000`, `512M` or `4G`.
struct ByteCount: ExpressibleByArgument, CustomStringConvertible {
  private static let units: [String: UInt64] = ["K": 1 << 10, "M": 1 << 20, "G": 1 << 30]

  let value: UInt64

  init(_ value: UInt64) { self.value = value }

  init?(argument: String) {
    let unit = argument.last.flatMap { Self.units[$0.uppercased()] }
    guard let number = UInt64(unit == nil ? argument : String(argument.dropLast())) else {
      return nil
    }
    let (value, overflow) = number.multipliedReportingOverflow(by: unit ?? 1)
    guard !overflow else { return nil }
    self.value = value
  }

  var description: String { value % (1 << 20) == 0 ? "\(value >> 20)M" : "\(value)" }
}

/// Reads the `bundle.config` at `path` or in the folder at `path`, if there is a path.
func readManifest(_ path: String?) throws -> (text: [UInt8], name: String)? {
  guard var path else { return nil }
  if try FileStatus.ifExists(path)?.kind == .folder {
    path = joinedPath(path, BundleManifest.fileName)
  }
  return (text: try readWholeFile(path), name: path)
}
