import ArgumentParser
import ErosBundle
import ErosFiles

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// How strictly a bundle is judged, for every command that reads one.
struct VerifyOptions: ParsableArguments {
  @Option(
    help:
      "The most bytes that all files may have together, unpacked, such as 1G; K, M and G may follow."
  )
  var maxSize = ByteCount(512 << 20)

  @Option(help: "The most files and folders that a bundle may have.")
  var maxEntries = 100_000

  @Flag(help: "Take files that the manifest does not list for errors.")
  var strict = false

  /// Verifies a bundle and shows how far it is.
  func verify(
    _ file: ReadableFile, config: (text: [UInt8], name: String)? = nil, _ output: OutputOptions
  ) throws -> VerificationReport {
    try ProgressBar.show("verifying", total: file.size, output) { bar in
      try verifier.verify(WatchedZip(file) { bar.update($0) }, config: config)
    }
  }

  /// Judges as when no option is given.
  static var defaultVerifier: BundleVerifier {
    BundleVerifier(threads: ProcessInfo.processInfo.activeProcessorCount)
  }

  var verifier: BundleVerifier { verifier(threads: ProcessInfo.processInfo.activeProcessorCount) }

  /// For those who verify several bundles at once.
  var singleThreadedVerifier: BundleVerifier { verifier(threads: 1) }

  private func verifier(threads: Int) -> BundleVerifier {
    BundleVerifier(
      limits: ZipLimits(entries: maxEntries, totalSize: maxSize.value), isStrict: strict,
      threads: threads)
  }

  func validate() throws {
    guard (1...ZipLimits.maximumEntries).contains(maxEntries) else {
      throw ValidationError("--max-entries must be from 1 to \(ZipLimits.maximumEntries)")
    }
  }
}

/// A number of bytes as it is written on the command line: `1000000`, `512M` or `4G`.
struct ByteCount: ExpressibleByArgument, CustomStringConvertible {
  private static let units: [Character: UInt64] = ["K": 1 << 10, "M": 1 << 20, "G": 1 << 30]

  let value: UInt64

  init(_ value: UInt64) { self.value = value }

  init?(argument: String) {
    let unit = argument.last.flatMap { Self.units[Character($0.uppercased())] }
    guard let number = UInt64(unit == nil ? argument : String(argument.dropLast())) else {
      return nil
    }
    let (value, overflow) = number.multipliedReportingOverflow(by: unit ?? 1)
    guard !overflow else { return nil }
    self.value = value
  }

  var description: String { value % (1 << 20) == 0 ? "\(value >> 20)M" : "\(value)" }
}

/// The `bundle.config` that comes with a bundle, as the verifier wants it.
func readConfigBeside(_ path: String?) throws -> (text: [UInt8], name: String)? {
  try path.map { (text: try readWholeFile($0), name: $0) }
}
