import ErosCore
import ErosCrypto
import ErosTrust

/// Determines which rollouts include a device.
///
/// It is created on the device and never leaves it.
package struct DeviceID: Sendable, Hashable {
  /// In bytes.
  package static let maximumLength = 256

  let text: String

  /// Returns `nil` if `text` is empty or longer than ``maximumLength``.
  package init?(_ text: String) {
    guard !text.isEmpty, text.utf8.count <= Self.maximumLength else { return nil }
    self.text = text
  }

  /// Creates a random ID with 128 bits.
  init(using generator: inout some RandomNumberGenerator) {
    text = [generator.next() as UInt64, generator.next()].map { $0.hexadecimal(digits: 16) }
      .joined()
  }

  /// Returns `true` if the device's bucket is less than the rollout.
  ///
  /// With the same salt, a larger rollout includes every device of a smaller one.
  func isIncluded(inRollout rollout: Int, salt: String) throws(CryptoError) -> Bool {
    guard rollout < ChannelRelease.fullRollout else { return true }
    return try bucket(salt: salt) < rollout
  }

  /// Returns the device's bucket for a release, from 0 to 9,999.
  ///
  /// The first 8 bytes of SHA-256(salt ‖ ID), as a big-endian number, modulo 10,000.
  func bucket(salt: String) throws(CryptoError) -> Int {
    let digest = try SHA256Digest.of(Array((salt + text).utf8))
    var number: UInt64 = 0
    for index in 0..<8 { number = number << 8 | UInt64(digest.bytes[index]) }
    return Int(number % UInt64(ChannelRelease.fullRollout))
  }
}
