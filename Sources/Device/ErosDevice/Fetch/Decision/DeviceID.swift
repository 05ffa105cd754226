import ErosCore
import ErosCrypto
import ErosTrust

/// The ID of a device, which determines the rollouts that include the device.
///
/// It is created on the device and never leaves it.
package struct DeviceID: Sendable, Hashable {
  /// The maximum length of an ID, in bytes.
  package static let maximumLength = 256

  /// The ID as text.
  let text: String

  /// Wraps `text`, or returns `nil` if it is empty or longer than ``maximumLength``.
  package init?(_ text: String) {
    guard !text.isEmpty, text.utf8.count <= Self.maximumLength else { return nil }
    self.text = text
  }

  /// Creates a random ID with 128 bits.
  init(using generator: inout some RandomNumberGenerator) {
    text = [generator.next() as UInt64, generator.next()].map { $0.hexadecimal(digits: 16) }
      .joined()
  }

  /// Returns whether the rollout of a release includes the device.
  ///
  /// It does if the bucket of the device is less than the rollout. With the same salt, a larger
  /// rollout includes every device of a smaller rollout.
  func isIncluded(inRollout rollout: Int, salt: String) throws(CryptoError) -> Bool {
    guard rollout < ChannelRelease.fullRollout else { return true }
    return try bucket(salt: salt) < rollout
  }

  /// Returns the bucket of the device for a release, from 0 to 9,999.
  ///
  /// It is the first 8 bytes of SHA-256(salt ‖ ID), as a big-endian number modulo 10,000.
  func bucket(salt: String) throws(CryptoError) -> Int {
    let digest = try SHA256Digest.of(Array((salt + text).utf8))
    var number: UInt64 = 0
    for index in 0..<8 { number = number << 8 | UInt64(digest.bytes[index]) }
    return Int(number % UInt64(ChannelRelease.fullRollout))
  }
}
