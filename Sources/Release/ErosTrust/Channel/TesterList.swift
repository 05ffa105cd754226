package import ErosCore
import ErosCrypto

/// The testers of a channel: the contents of its file `testers.json`.
///
/// Testers get the releases of the channel that are in a rollout, whichever share of devices it
/// includes. The file has salted hashes of their identifiers, so a device finds itself in it without
/// telling anyone, and the file names nobody. A person who guesses an identifier can check the guess.
package struct TesterList: Sendable, Equatable {
  /// The file name.
  package static let fileName = "testers.json"
  /// The maximum number of testers.
  package static let maximumCount = 10_000
  /// The maximum length of the file, in bytes.
  package static let maximumLength = 1 << 20
  private static let maximumSaltLength = 64
  private static let formatVersion: Int64 = 1

  /// A random text, which differs in each list.
  private let salt: String
  private let hashes: Set<SHA256Digest>

  /// The number of testers.
  package var count: Int { hashes.count }

  /// Creates the list of up to ``maximumCount`` testers.
  package init(_ testers: Set<TesterID>, salt: String) throws(CryptoError) {
    self.salt = salt
    var hashes: Set<SHA256Digest> = []
    for tester in testers { hashes.insert(try Self.hash(of: tester, salt: salt)) }
    self.hashes = hashes
  }

  /// Parses the file of `channel`.
  ///
  /// - Throws: ``ChannelError/malformed(channel:reason:)``.
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

  /// Returns whether the list has a tester.
  package func contains(_ tester: TesterID) throws(CryptoError) -> Bool {
    hashes.contains(try Self.hash(of: tester, salt: salt))
  }

  /// The contents of the file.
  package var bytes: [UInt8] {
    JSONWriter.write(
      .sorted([
        "version": .integer(Self.formatVersion), "salt": .string(salt),
        "testers": .list(hashes.sorted().map { .string("\($0)") }),
      ]))
  }

  /// Returns SHA-256(salt ‖ identifier).
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
