#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// A time as manifests have it, shown as ISO 8601 in UTC with its milliseconds.
struct Timestamp: Encodable, CustomStringConvertible {
  /// Since 1970, within `BundleManifest.timestamps`.
  let milliseconds: Int64

  var date: Date { Date(timeIntervalSince1970: Double(milliseconds) / 1000) }

  var description: String {
    // Whole seconds and the rest apart: a fraction of a second cannot be rounded then.
    let seconds = Date(timeIntervalSince1970: Double(milliseconds / 1000)).ISO8601Format()
    return "\(seconds.dropLast()).\(String(1000 + milliseconds % 1000).dropFirst())Z"
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(description)
  }
}
