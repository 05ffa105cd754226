extension JSONParser {
  /// Parses a number and returns it in JSON syntax.
  ///
  /// Scripts allow more spellings.
  mutating func parseNumber() throws(JSONFailure) -> String {
    let start = position
    let isNegative = skip(UInt8(ascii: "-"))
    if !isNegative, syntax == .javaScript { _ = skip(UInt8(ascii: "+")) }
    let sign = isNegative ? "-" : ""
    if syntax == .javaScript, let digits = try parseRadixNumber() { return sign + digits }

    let integerStart = position
    skipDigits()
    let integer = bytes[integerStart..<position]
    try checkInteger(integer)
    let fraction = try parseFraction(integerIsMissing: integer.isEmpty)
    let exponentStart = position
    try skipExponent()
    if let byte = current, Self.isIdentifierByte(byte) || byte == UInt8(ascii: ".") {
      throw failure(.invalidNumber(reason: "unexpected \(nextCharacter)"))
    }
    if syntax == .json { return String(decoding: bytes[start..<position], as: UTF8.self) }
    let exponent = String(decoding: bytes[exponentStart..<position], as: UTF8.self)
    return sign + (integer.isEmpty ? "0" : String(decoding: integer, as: UTF8.self)) + fraction
      + exponent
  }

  private mutating func skipDigits() {
    while current?.isDigit == true { position += 1 }
  }

  private func checkInteger(_ digits: ArraySlice<UInt8>) throws(JSONFailure) {
    if digits.isEmpty, syntax == .json || current != UInt8(ascii: ".") {
      throw failure(.invalidNumber(reason: "expected a digit"))
    }
    if digits.count > 1, digits.first == UInt8(ascii: "0") {
      throw JSONFailure(
        .invalidNumber(reason: "leading zero"), at: digits.startIndex)
    }
  }

  /// Parses `.5`.
  ///
  /// A script may omit the digits on one side.
  private mutating func parseFraction(integerIsMissing: Bool) throws(JSONFailure) -> String {
    let start = position
    guard skip(UInt8(ascii: ".")) else { return "" }
    skipDigits()
    if position > start + 1 { return String(decoding: bytes[start..<position], as: UTF8.self) }
    guard syntax == .javaScript, !integerIsMissing else {
      throw failure(.invalidNumber(reason: "expected a digit after the decimal point"))
    }
    return ""
  }

  private mutating func skipExponent() throws(JSONFailure) {
    guard skip(UInt8(ascii: "e")) || skip(UInt8(ascii: "E")) else { return }
    _ = skip(UInt8(ascii: "+")) || skip(UInt8(ascii: "-"))
    let start = position
    skipDigits()
    guard position > start else {
      throw failure(.invalidNumber(reason: "expected a digit in the exponent"))
    }
  }
}
