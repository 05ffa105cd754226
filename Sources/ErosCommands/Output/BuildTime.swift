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

  /// What the environment says, as reproducible builds have it, or else now; since 1970.
  static func milliseconds() throws -> Int64 {
    let name = "SOURCE_DATE_EPOCH"
    guard let value = ProcessInfo.processInfo.environment[name] else {
      return Int64(Date().timeIntervalSince1970 * 1000)
    }
    guard let seconds = Int64(value),
      (0...BundleManifest.timestamps.upperBound / 1000).contains(seconds)
    else {
      throw CommandError.badEnvironment(name: name, value: value)
    }
    return seconds * 1000
  }
}
