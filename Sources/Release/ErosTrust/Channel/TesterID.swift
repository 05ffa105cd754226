/// Identifies a tester: an address, a device name, or a random code.
package struct TesterID: Sendable, Hashable {
  /// In bytes.
  package static let maximumLength = 256

  /// Trimmed, with ASCII letters in lowercase.
  package let text: String

  /// Reads an identifier as it was typed.
  ///
  /// Returns `nil` if it is empty, longer than ``maximumLength``, or has control characters.
  package init?(_ text: some StringProtocol) {
    let isSpace = { (byte: UInt8) in byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") }
    let bytes = Array(text.utf8.drop(while: isSpace).reversed().drop(while: isSpace).reversed())
    guard 1...Self.maximumLength ~= bytes.count, bytes.allSatisfy({ $0 >= 0x20 && $0 != 0x7F })
    else { return nil }
    let isCapital = { (byte: UInt8) in UInt8(ascii: "A")...UInt8(ascii: "Z") ~= byte }
    self.text = String(decoding: bytes.map { isCapital($0) ? $0 | 0x20 : $0 }, as: UTF8.self)
  }
}
