import ArgumentParser
import ErosCore
import ErosFiles
import ErosProcess

/// The build time of the files that a command writes.
struct BuildTimeOption: ParsableArguments {
  @Option(
    help: "The build time in milliseconds since 1970 (default: SOURCE_DATE_EPOCH, else now).")
  var timestamp: Int64?

  func validate() throws { try BuildTime.validate(timestamp) }

  /// Returns the time that the option sets, or else ``BuildTime/milliseconds(environment:now:)``.
  func milliseconds() throws -> Int64 { try timestamp ?? BuildTime.milliseconds() }
}

/// The build time if no option sets it.
enum BuildTime {
  /// Throws an error if the option's value does not fit into a manifest.
  static func validate(_ timestamp: Int64?) throws {
    if let timestamp, !BundleManifest.timestamps.contains(timestamp) {
      throw ValidationError(
        "--timestamp must be from 0 to \(BundleManifest.timestamps.upperBound) milliseconds")
    }
  }

  /// Returns the environment's `SOURCE_DATE_EPOCH`, or `now`, in milliseconds since 1970.
  static func milliseconds(
    environment: [String: String] = EnvironmentVariable.all, now: Timestamp = .now()
  ) throws -> Int64 {
    let name = "SOURCE_DATE_EPOCH"
    guard let value = environment[name] else { return now.milliseconds }
    guard let seconds = Int64(value),
      (0...BundleManifest.timestamps.upperBound / 1000).contains(seconds)
    else {
      throw CommandError.badEnvironment(name: name, value: value)
    }
    return seconds * 1000
  }
}
