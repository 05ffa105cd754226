#if canImport(FoundationEssentials)
package import FoundationEssentials
#else
package import Foundation
#endif

/// A time as manifests have it, shown as ISO 8601 in UTC with its milliseconds.
package struct Timestamp: Encodable, CustomStringConvertible {
  /// Since 1970, within `BundleManifest.timestamps`.
  package let milliseconds: Int64

  package init(milliseconds: Int64) { self.milliseconds = milliseconds }

  package init(_ date: Date) {
    milliseconds = Int64((date.timeIntervalSince1970 * 1000).rounded())
  }

  package var date: Date { Date(timeIntervalSince1970: Double(milliseconds) / 1000) }

  package var description: String {
    // Whole seconds and the rest apart: a fraction of a second cannot be rounded then.
    let seconds = Date(timeIntervalSince1970: Double(milliseconds / 1000)).ISO8601Format()
    return "\(seconds.dropLast()).\(String(1000 + milliseconds % 1000).dropFirst())Z"
  }

  package func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(description)
  }
}
