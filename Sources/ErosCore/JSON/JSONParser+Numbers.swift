extension JSONParser {
  /// Reads a number and returns it as JSON writes it; scripts may write it in further ways.
  mutating func parseNumber() throws(JSONFailure) -> String {
    let start = position
    let isNegative = take(UInt8(ascii: "-"))
    if !isNegative, syntax == .javaScript { _ = take(UInt8(ascii: "+")) }
    let sign = isNegative ? "-" : ""
    if syntax == .javaScript, let digits = try parseRadixNumber() { return sign + digits }

    let wholeStart = position
    skipDigits()
    let whole = bytes[wholeStart..<position]
    try checkWhole(whole)
    let fraction = try parseFraction(wholeIsMissing: whole.isEmpty)
    let exponentStart = position
    try skipExponent()
    if let byte = current, Self.isWordByte(byte) || byte == UInt8(ascii: ".") {
      throw failure(.invalidNumber(reason: "it goes on with \(found)"))
    }
    if syntax == .json { return String(decoding: bytes[start..<position], as: UTF8.self) }
    let exponent = String(decoding: bytes[exponentStart..<position], as: UTF8.self)
    return sign + (whole.isEmpty ? "0" : String(decoding: whole, as: UTF8.self)) + fraction
      + exponent
  }

  private mutating func skipDigits() {
    while current?.isDigit == true { position += 1 }
  }

  private func checkWhole(_ digits: ArraySlice<UInt8>) throws(JSONFailure) {
    if digits.isEmpty, syntax == .json || current != UInt8(ascii: ".") {
      throw failure(.invalidNumber(reason: "a digit is due"))
    }
    if digits.count > 1, digits.first == UInt8(ascii: "0") {
      throw JSONFailure(
        .invalidNumber(reason: "it has a leading zero"), at: digits.startIndex)
    }
  }

  /// Reads `.5`; a script may leave out the digits on one side of the point.
  private mutating func parseFraction(wholeIsMissing: Bool) throws(JSONFailure) -> String {
    let start = position
    guard take(UInt8(ascii: ".")) else { return "" }
    skipDigits()
    if position > start + 1 { return String(decoding: bytes[start..<position], as: UTF8.self) }
    guard syntax == .javaScript, !wholeIsMissing else {
      throw failure(.invalidNumber(reason: "a digit is due after the point"))
    }
    return ""
  }

  private mutating func skipExponent() throws(JSONFailure) {
    guard take(UInt8(ascii: "e")) || take(UInt8(ascii: "E")) else { return }
    _ = take(UInt8(ascii: "+")) || take(UInt8(ascii: "-"))
    let start = position
    skipDigits()
    guard position > start else {
      throw failure(.invalidNumber(reason: "a digit is due in the exponent"))
    }
  }
}
