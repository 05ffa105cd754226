extension BinaryInteger {
  /// Pads with zeros to at least `digits` digits.
  package func hexadecimal(digits: Int, uppercase: Bool = false) -> String {
    let result = String(self, radix: 16, uppercase: uppercase)
    return String(repeating: "0", count: max(0, digits - result.utf8.count)) + result
  }
}

extension [UInt8] {
  /// In lowercase.
  package var hexadecimalText: String { map { $0.hexadecimal(digits: 2) }.joined() }

  /// Parses digits in either case.
  ///
  /// Returns `nil` for any other string.
  package init?(hexadecimal text: String) {
    let digits = Array(text.utf8)
    guard digits.count.isMultiple(of: 2) else { return nil }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(digits.count / 2)
    for index in stride(from: 0, to: digits.count, by: 2) {
      guard let high = digits[index].hexadecimalValue,
        let low = digits[index + 1].hexadecimalValue
      else { return nil }
      bytes.append(high << 4 | low)
    }
    self = bytes
  }
}

extension UInt8 {
  package var isHexadecimalDigit: Bool { hexadecimalValue != nil }

  /// `nil` if the byte is not a hexadecimal digit.
  fileprivate var hexadecimalValue: UInt8? {
    switch self {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): self - UInt8(ascii: "0")
    case UInt8(ascii: "a")...UInt8(ascii: "f"): self - UInt8(ascii: "a") + 10
    case UInt8(ascii: "A")...UInt8(ascii: "F"): self - UInt8(ascii: "A") + 10
    default: nil
    }
  }
}
