#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// What the texts in a configuration must look like.
package enum ConfigText {
  /// One to four numbers with points between them, such as `1.0.0`.
  package static func isVersion(_ text: String) -> Bool {
    let parts = text.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    return (1...4).contains(parts.count)
      && parts.allSatisfy { part in
        (1...9).contains(part.count)
          && part.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
      }
  }

  /// `#` and three, six or eight hexadecimal digits.
  static func isColor(_ text: String) -> Bool {
    guard text.utf8.first == UInt8(ascii: "#"), [4, 7, 9].contains(text.utf8.count) else {
      return false
    }
    return text.utf8.dropFirst().allSatisfy { byte in
      switch byte | 0x20 {
      case UInt8(ascii: "a")...UInt8(ascii: "f"): true
      default: (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
      }
    }
  }

  /// An absolute address with one of `schemes` and a host.
  package static func isURL(_ text: String, schemes: [String]) -> Bool {
    guard !text.unicodeScalars.contains(where: { $0.properties.isWhitespace }),
      let components = URLComponents(string: text), let scheme = components.scheme?.lowercased()
    else { return false }
    return schemes.contains(scheme) && components.host?.isEmpty == false
  }

  /// Whether it is the address of something elsewhere, and no path in the bundle.
  static func isAddress(_ text: String) -> Bool { text.utf8.contains("://".utf8) }

  static func climbs(_ path: String) -> Bool {
    path.utf8.split { $0 == UInt8(ascii: "/") || $0 == UInt8(ascii: "\\") }
      .contains { $0.elementsEqual("..".utf8) }
  }

  /// In bytes; no known name is nearly as long.
  private static let longestMisspelt = 64

  /// The name that `misspelt` was probably meant to be, or `nil`.
  package static func nearest(to misspelt: String, among names: [String]) -> String? {
    guard misspelt.utf8.count <= longestMisspelt else { return nil }
    let lowercased = misspelt.lowercased()
    if let name = names.first(where: { $0.lowercased() == lowercased }) { return name }
    let allowed = misspelt.count <= 4 ? 1 : 2
    let rated = names.map { (name: $0, distance: distance($0, misspelt, atMost: allowed)) }
    let best = rated.min { $0.distance < $1.distance }
    return best.flatMap { $0.distance <= allowed ? $0.name : nil }
  }

  /// How many letters must be changed, added or left out; more than `limit` is not counted.
  private static func distance(_ left: String, _ right: String, atMost limit: Int) -> Int {
    guard abs(left.count - right.count) <= limit else { return limit + 1 }
    let right = Array(right)
    var row = Array(0...right.count)
    for (index, character) in left.enumerated() {
      var diagonal = row[0]
      row[0] = index + 1
      for column in right.indices {
        let replaced = diagonal + (right[column] == character ? 0 : 1)
        diagonal = row[column + 1]
        row[column + 1] = min(replaced, diagonal + 1, row[column] + 1)
      }
    }
    return row[right.count]
  }
}
