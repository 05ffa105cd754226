package import ErosBundle
package import ErosCore

/// The scripts of a bundle, read one at a time.
package struct BundleScripts {
  /// The maximum size of a script.
  private static let maximumSize: UInt64 = 64 << 20

  /// The paths of the scripts, sorted.
  package let paths: [BundlePath]
  private let zip: any ZipSource
  private let entries: [BundlePath: ZipEntry]

  /// Reads the names of the scripts.
  ///
  /// - Throws: `UnsafeBundleError` for a zip that is not safe, and `FileError`.
  package init(_ zip: any ZipSource, by verifier: BundleVerifier) throws {
    let structure = try ZipStructure(zip, limits: verifier.limits)
    guard structure.isSafe else {
      throw UnsafeBundleError(bundle: zip.path, try verifier.verify(zip))
    }
    let scripts = structure.entries.filter { !$0.isFolder && $0.path.string.hasSuffix(".js") }
    self.zip = zip
    entries = Dictionary(scripts.map { ($0.path, $0) }) { first, _ in first }
    paths = entries.keys.sorted()
  }

  /// Returns the text of a script, or `nil` if the script is missing, too large or damaged.
  ///
  /// - Throws: `FileError`.
  package func text(of path: BundlePath) throws -> [UInt8]? {
    guard let entry = entries[path], entry.size <= Self.maximumSize else { return nil }
    var text: [UInt8] = []
    text.reserveCapacity(Int(entry.size))
    return try EntryReader(zip).read(entry) { text += $0 } == nil ? text : nil
  }
}
