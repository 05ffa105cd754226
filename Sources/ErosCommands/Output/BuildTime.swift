import ArgumentParser
import ErosCore

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// When something was built, as far as the options leave it open.
enum BuildTime {
  /// Refuses an option outside of what manifests can hold.
  static func validate(_ timestamp: Int64?) throws {
    if let timestamp, !BundleManifest.timestamps.contains(timestamp) {
      throw ValidationError(
        "--timestamp must be from 0 to \(BundleManifest.timestamps.upperBound) milliseconds")
    }
  }

  /// Returns `SOURCE_DATE_EPOCH` of the environment, or else `now`, in milliseconds since 1970.
  static func milliseconds(
    environment: [String: String] = ProcessInfo.processInfo.environment, now: Date = Date()
  ) throws -> Int64 {
    let name = "SOURCE_DATE_EPOCH"
    guard let value = environment[name] else { return Int64(now.timeIntervalSince1970 * 1000) }
    guard let seconds = Int64(value),
      (0...BundleManifest.timestamps.upperBound / 1000).contains(seconds)
    else {
      throw CommandError.badEnvironment(name: name, value: value)
    }
    return seconds * 1000
  }
}
