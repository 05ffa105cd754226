extension String {
  /// Replaces each `%XX` by the byte it encodes (RFC 3986, section 2.1).
  ///
  /// `nil` if a `%` is not followed by two hexadecimal digits, or if the result is not UTF-8.
  package var percentDecoded: String? {
    var decoded: [UInt8] = []
    var remainder = utf8[...]
    while let byte = remainder.popFirst() {
      guard byte == UInt8(ascii: "%") else {
        decoded.append(byte)
        continue
      }
      let digits = remainder.prefix(2)
      guard digits.count == 2, digits.allSatisfy({ $0.isAlphanumeric }),
        let value = UInt8(String(Substring(digits)), radix: 16)
      else { return nil }
      decoded.append(value)
      remainder = remainder.dropFirst(2)
    }
    return String(wellFormed: decoded)
  }
}
