package import ErosCore
import ErosCrypto

/// The testers of a channel, stored as `testers.json`.
///
/// Testers get every release in a rollout, at any share. The file holds salted hashes, so a device
/// can find itself in it, while the file contains no names. A guessed identifier can be checked
/// against the file, though.
package struct TesterList: Sendable, Equatable {
  package static let fileName = "testers.json"
  package static let maximumCount = 10_000
  /// In bytes.
  package static let maximumLength = 1 << 20
  private static let maximumSaltLength = 64
  private static let formatVersion: Int64 = 1

  /// Random and different in each list.
  private let salt: String
  private let hashes: Set<SHA256Digest>

  package var count: Int { hashes.count }

  /// Hashes up to ``maximumCount`` testers.
  package init(_ testers: Set<TesterID>, salt: String) throws(CryptoError) {
    self.salt = salt
    var hashes: Set<SHA256Digest> = []
    for tester in testers { hashes.insert(try Self.hash(of: tester, salt: salt)) }
    self.hashes = hashes
  }

  /// Parses the `testers.json` of a channel.
  ///
  /// - Throws: ``ChannelError/malformed(channel:reason:)`` if it is invalid.
  package init(_ bytes: [UInt8], of channel: ChannelName) throws(ChannelError) {
    do {
      let limits = JSONReader.Limits(bytes: Self.maximumLength, values: Self.maximumCount + 8)
      var fields = try JSONFields(
        JSONReader.read(bytes, file: Self.fileName, limits: limits).value, "'\(Self.fileName)'")
      guard try fields.integer("version", from: 1) == Self.formatVersion else {
        throw JSONFieldFailure("the version of '\(Self.fileName)' is unknown")
      }
      salt = try fields.string("salt")
      guard 1...Self.maximumSaltLength ~= salt.utf8.count else {
        throw JSONFieldFailure("the salt of '\(Self.fileName)' has \(salt.utf8.count) bytes")
      }
      let testers = try fields.array("testers")
      guard testers.count <= Self.maximumCount else {
        throw JSONFieldFailure("'\(Self.fileName)' has \(testers.count) testers")
      }
      hashes = Set(try testers.map { try Self.hash($0.value) })
    } catch {
      throw .malformed(channel: "\(channel)", reason: JSONFieldFailure.reason(for: error))
    }
  }

  package func contains(_ tester: TesterID) throws(CryptoError) -> Bool {
    hashes.contains(try Self.hash(of: tester, salt: salt))
  }

  package var bytes: [UInt8] {
    JSONWriter.write(
      .sorted([
        "version": .integer(Self.formatVersion), "salt": .string(salt),
        "testers": .list(hashes.sorted().map { .string("\($0)") }),
      ]))
  }

  /// SHA-256(salt ‖ identifier).
  private static func hash(of tester: TesterID, salt: String) throws(CryptoError) -> SHA256Digest {
    try SHA256Digest.of(Array((salt + tester.text).utf8))
  }

  private static func hash(_ value: JSONValue) throws(JSONFieldFailure) -> SHA256Digest {
    guard let digest = value.string.flatMap({ SHA256Digest($0) }) else {
      throw JSONFieldFailure("a tester is not a SHA-256 digest")
    }
    return digest
  }
}
