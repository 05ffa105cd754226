import ErosCore
import ErosCrypto

/// The digests of all root metadata that a device has trusted, from its apps and from the store.
///
/// If an app ships other root metadata that is not newer than the trusted root metadata, the app
/// belongs to another store. The app is the authority, so the device then trusts the other store.
struct KnownRoots {
  /// The maximum number of digests; the oldest digests are removed first.
  private static let maximumCount = 512
  /// The maximum length of the file, in bytes.
  static let maximumLength = maximumCount * 65

  private var digests: [SHA256Digest]

  /// Creates an empty list.
  init() { digests = [] }

  /// Parses a list with one digest per line, and ignores other lines.
  init(_ bytes: [UInt8]) {
    digests = String(decoding: bytes, as: UTF8.self).split(separator: "\n")
      .compactMap { SHA256Digest(String($0)) }
  }

  /// The contents of the file.
  var bytes: [UInt8] { Array(digests.map { "\($0)\n" }.joined().utf8) }

  var isEmpty: Bool { digests.isEmpty }

  /// Adds root metadata, and returns whether it is new.
  mutating func add(_ root: [UInt8]) throws -> Bool {
    let digest = try SHA256Digest.of(root)
    guard !digests.contains(digest) else { return false }
    digests = (digests + [digest]).suffix(Self.maximumCount)
    return true
  }
}
