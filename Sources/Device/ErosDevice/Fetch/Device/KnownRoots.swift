import ErosCore
import ErosCrypto

/// Digests of all root metadata that a device has trusted, from its apps and from the store.
///
/// If an app ships different root metadata that is not newer than the trusted one, the app belongs
/// to another store. The app is the authority, so the device then trusts that store.
struct KnownRoots {
  /// The oldest digests are removed first.
  private static let maximumCount = 512
  /// In bytes.
  static let maximumLength = maximumCount * 65

  private var digests: [SHA256Digest]

  init() { digests = [] }

  /// Parses one digest per line, and ignores all other lines.
  init(_ bytes: [UInt8]) {
    digests = String(decoding: bytes, as: UTF8.self).split(separator: "\n")
      .compactMap { SHA256Digest(String($0)) }
  }

  var bytes: [UInt8] { Array(digests.map { "\($0)\n" }.joined().utf8) }

  var isEmpty: Bool { digests.isEmpty }

  /// Adds root metadata.
  ///
  /// Returns `true` if it is new.
  mutating func add(_ root: [UInt8]) throws -> Bool {
    let digest = try SHA256Digest.of(root)
    guard !digests.contains(digest) else { return false }
    digests = (digests + [digest]).suffix(Self.maximumCount)
    return true
  }
}
