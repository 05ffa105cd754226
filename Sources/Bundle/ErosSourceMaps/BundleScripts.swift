package import ErosBundle
package import ErosCore

/// Reads a bundle's scripts, one at a time.
package struct BundleScripts {
  /// Maximum size of a script.
  private static let maximumSize: UInt64 = 64 << 20

  /// Sorted paths.
  package let paths: [BundlePath]
  private let zip: any ZipSource
  private let entries: [BundlePath: ZipEntry]

  /// Lists the scripts.
  ///
  /// - Throws: `UnsafeBundleError` if the zip is not safe, or `FileError`.
  package init(_ bundle: OpenedBundle<some ZipSource>) throws {
    let scripts = try bundle.safeStructure().entries.filter {
      !$0.isFolder && $0.path.string.hasSuffix(".js")
    }
    zip = bundle.zip
    entries = Dictionary(scripts.map { ($0.path, $0) }) { first, _ in first }
    paths = entries.keys.sorted()
  }

  /// Returns a script's text, or `nil` if it is missing, too large or damaged.
  ///
  /// - Throws: `FileError` if the zip cannot be read.
  package func text(of path: BundlePath) throws -> [UInt8]? {
    guard let entry = entries[path], entry.size <= Self.maximumSize else { return nil }
    var text: [UInt8] = []
    text.reserveCapacity(Int(entry.size))
    return try EntryReader(zip).read(entry) { text += $0 } == nil ? text : nil
  }
}
