extension BinaryInteger {
  /// Returns the hexadecimal digits of the number, padded with zeros to at least `digits` digits.
  package func hexadecimal(digits: Int, uppercase: Bool = false) -> String {
    let result = String(self, radix: 16, uppercase: uppercase)
    return String(repeating: "0", count: max(0, digits - result.utf8.count)) + result
  }
}
