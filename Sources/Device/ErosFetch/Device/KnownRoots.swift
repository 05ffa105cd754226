import ErosCore
import ErosCrypto

/// The digests of the root metadata that a device has trusted: of its apps and of the store.
///
/// An app that ships other root metadata, which is not newer than the trusted one, belongs to another
/// store. The app is the authority, so the device then trusts that store instead.
struct KnownRoots {
  /// The maximum number of digests; the oldest ones are forgotten.
  private static let maximumCount = 512
  /// The maximum number of bytes of the file.
  static let maximumLength = maximumCount * 65

  private var digests: [SHA256Digest]

  /// Creates an empty list.
  init() { digests = [] }

  /// Reads a list, one digest a line; other lines are ignored.
  init(_ bytes: [UInt8]) {
    digests = String(decoding: bytes, as: UTF8.self).split(separator: "\n")
      .compactMap { SHA256Digest(String($0)) }
  }

  /// The contents of the file.
  var bytes: [UInt8] { Array(digests.map { "\($0)\n" }.joined().utf8) }

  var isEmpty: Bool { digests.isEmpty }

  /// Adds a root, and returns whether it is new.
  mutating func add(_ root: [UInt8]) throws -> Bool {
    let digest = try SHA256Digest.of(root.span)
    guard !digests.contains(digest) else { return false }
    digests = (digests + [digest]).suffix(Self.maximumCount)
    return true
  }
}
