import ErosCore
import ErosFiles

/// A zip that a command opens once, and whose structure and verification it reads once.
///
/// ```swift
/// let bundle = OpenedBundle(try ReadableFile("bundle.zip"), by: BundleVerifier(threads: 2))
/// for entry in try bundle.safeStructure().entries { print(entry.path) }
/// if let tree = try bundle.report().treeHash { print(tree) }
/// ```
///
/// Nothing is read before you ask for it.
package final class OpenedBundle<Zip: ZipSource>: Sendable {
  package let zip: Zip
  private let verifier: BundleVerifier
  private let cachedStructure = Lock<ZipStructure?>(nil)
  private let cachedReport = Lock<VerificationReport?>(nil)

  package init(_ zip: Zip, by verifier: BundleVerifier) {
    self.zip = zip
    self.verifier = verifier
  }

  /// Returns the entries, or none if the zip is not safe.
  ///
  /// - Throws: `FileError` if the zip cannot be read.
  package func structure() throws -> ZipStructure {
    try cachedStructure.value { try ZipStructure(zip, limits: verifier.limits) }
  }

  /// Returns the entries of a zip that you can unpack.
  ///
  /// - Throws: ``UnsafeBundleError`` if the zip is not safe. `FileError` if it cannot be read.
  package func safeStructure() throws -> ZipStructure {
    let structure = try structure()
    guard structure.isSafe else { throw UnsafeBundleError(bundle: zip.path, try report()) }
    return structure
  }

  /// Verifies the bundle.
  ///
  /// - Throws: `FileError` if the zip cannot be read.
  package func report() throws -> VerificationReport {
    try cachedReport.value { try verifier.verify(zip) }
  }
}

extension Lock {
  /// Returns the value, or the result of `make` the first time.
  fileprivate func value<Wrapped>(_ make: () throws -> Wrapped) throws -> Wrapped
  where Value == Wrapped? {
    try withLock { value in
      if let value { return value }
      let new = try make()
      value = new
      return new
    }
  }
}
