import ErosCore

/// A PEM document with one object (RFC 7468).
package struct PEM {
  /// In bytes.
  static let sizeLimit = 16 * 1024

  /// The object's type, such as `PUBLIC KEY`.
  let label: String

  /// The decoded object.
  ///
  /// If it is secret, call ``cleanse()``.
  private(set) var bytes: [UInt8]

  /// Reads a document whose object has one of the types `labels`.
  init(_ text: [UInt8], labels: [String]) throws(KeyDocumentError) {
    let slice = text[...]
    try self.init(slice.span, labels: labels)
  }

  /// Reads a document whose object has one of the types `labels`.
  ///
  /// Ignores lines before the object, as RFC 7468 allows. Only white space may follow it.
  init(_ text: Span<UInt8>, labels: [String]) throws(KeyDocumentError) {
    guard text.count <= Self.sizeLimit else { throw .tooLarge }
    var position = try Self.start(in: text)
    guard let label = Self.label(after: Self.beginning, in: text, at: &position) else {
      throw .notPEM
    }
    guard labels.contains(label) else {
      throw label == Self.openSSHLabel ? .openSSH : .otherType(label)
    }
    guard let hyphen = (position..<text.count).first(where: { text[$0] == UInt8(ascii: "-") })
    else { throw .noEnd(label) }
    let body = position..<hyphen
    position = hyphen
    guard Self.label(after: "-----END ", in: text, at: &position) == label else {
      throw .noEnd(label)
    }
    guard Self.skipSpace(in: text, from: position) == text.count else { throw .trailingData }
    var bytes: [UInt8] = []
    // A reallocation would leave a copy of a secret in memory.
    bytes.reserveCapacity(body.count)
    guard Self.decode(text, body, into: &bytes) else {
      bytes.cleanse()
      throw .damagedBase64
    }
    self.label = label
    self.bytes = bytes
  }

  /// Overwrites the decoded object with zeros.
  mutating func cleanse() { bytes.cleanse() }

  /// Returns a document with 64 characters per line.
  package static func encode(_ bytes: Span<UInt8>, label: String) -> [UInt8] {
    let lineLength = 64
    var text: [UInt8] = []
    text.reserveCapacity(bytes.count * 3 / 2 + 128)
    text.append(contentsOf: "-----BEGIN \(label)-----\n".utf8)
    var column = 0
    for start in stride(from: 0, to: bytes.count, by: 3) {
      let count = min(3, bytes.count - start)
      let group = (0..<3).reduce(0) { $0 << 8 | ($1 < count ? Int(bytes[start + $1]) : 0) }
      for index in 0..<4 {
        text.append(index <= count ? Self.digit(group >> (18 - 6 * index) & 63) : padding)
      }
      column += 4
      if column == lineLength {
        text.append(UInt8(ascii: "\n"))
        column = 0
      }
    }
    if column > 0 { text.append(UInt8(ascii: "\n")) }
    text.append(contentsOf: "-----END \(label)-----\n".utf8)
    return text
  }

  // MARK: - Base64

  private static let padding = UInt8(ascii: "=")

  private static func digit(_ value: Int) -> UInt8 {
    switch value {
    case 0..<26: UInt8(ascii: "A") + UInt8(value)
    case 26..<52: UInt8(ascii: "a") + UInt8(value - 26)
    case 52..<62: UInt8(ascii: "0") + UInt8(value - 52)
    case 62: UInt8(ascii: "+")
    default: UInt8(ascii: "/")
    }
  }

  private static func value(_ digit: UInt8) -> Int? {
    switch digit {
    case UInt8(ascii: "A")...UInt8(ascii: "Z"): Int(digit - UInt8(ascii: "A"))
    case UInt8(ascii: "a")...UInt8(ascii: "z"): Int(digit - UInt8(ascii: "a")) + 26
    case UInt8(ascii: "0")...UInt8(ascii: "9"): Int(digit - UInt8(ascii: "0")) + 52
    case UInt8(ascii: "+"): 62
    case UInt8(ascii: "/"): 63
    default: nil
    }
  }

  /// Decodes Base64 with white space.
  ///
  /// Returns `false` if it is malformed.
  private static func decode(
    _ text: Span<UInt8>, _ range: Range<Int>, into bytes: inout [UInt8]
  ) -> Bool {
    var bits = 0
    var bitCount = 0
    var digits = 0
    var paddings = 0
    for index in range where !text[index].isSpace {
      digits += 1
      if text[index] == padding {
        paddings += 1
        continue
      }
      guard paddings == 0, let value = value(text[index]) else { return false }
      bits = bits << 6 | value
      bitCount += 6
      if bitCount >= 8 {
        bitCount -= 8
        bytes.append(UInt8(bits >> bitCount))
        bits &= (1 << bitCount) - 1
      }
    }
    return digits.isMultiple(of: 4) && paddings <= 2 && bitCount == 2 * paddings && bits == 0
      && !bytes.isEmpty
  }

  // MARK: - Search

  /// A private key has at least this number of digits.
  ///
  /// An Ed25519 key has 64.
  private static let minimumDigits = 40
  /// OpenSSL writes two headers before the data.
  private static let maximumHeaders = 16
  /// A private key's label ends with one of these.
  private static let privateLabels = ["PRIVATE KEY", "PRIVATE KEY BLOCK"]

  /// Returns `true` if a text contains a private key.
  ///
  /// If the text starts with a key's first line, it is a key, even if the rest is damaged. In any
  /// later line, the key's data must follow, because a text can also mention the line.
  static func hasPrivateKey(_ text: Span<UInt8>) -> Bool {
    let first = skipSpace(in: text, from: markLength(of: text))
    var line = first
    while line < text.count {
      var position = line
      if let label = label(after: beginning, in: text, at: &position),
        privateLabels.contains(where: { label.ends(with: $0) }),
        line == first || hasData(text, at: position)
      {
        return true
      }
      let lineBreak = (position..<text.count).first { text[$0].isLineBreak } ?? text.count
      line = skipSpace(in: text, from: lineBreak)
    }
    return false
  }

  private static func markLength(of text: Span<UInt8>) -> Int {
    let mark = UTF8Text.byteOrderMark
    let hasMark = text.count >= mark.count && mark.indices.allSatisfy { text[$0] == mark[$0] }
    return hasMark ? mark.count : 0
  }

  /// Returns `true` if Base64 follows, possibly after headers such as `Proc-Type: 4,ENCRYPTED`.
  private static func hasData(_ text: Span<UInt8>, at start: Int) -> Bool {
    var (digits, headers) = (0, 0)
    var line = start
    while line < text.count, digits < minimumDigits {
      let end = (line..<text.count).first { text[$0].isLineBreak } ?? text.count
      let isData = (line..<end).allSatisfy {
        value(text[$0]) != nil || text[$0] == padding || text[$0].isSpace
      }
      if isData {
        digits += (line..<end).count { !text[$0].isSpace }
      } else {
        let isHeader = (line..<end).contains { text[$0] == UInt8(ascii: ":") }
        headers += 1
        guard digits == 0, isHeader, headers <= maximumHeaders else { return false }
      }
      line = end + 1
    }
    return digits >= minimumDigits
  }

  // MARK: - Lines

  private static let beginning = "-----BEGIN "
  private static let openSSHLabel = "OPENSSH PRIVATE KEY"
  /// OpenSSH's public keys start like this.
  private static let openSSHStarts = ["ssh-", "ecdsa-sha2-", "sk-ssh-", "sk-ecdsa-"]

  /// Returns where the `-----BEGIN` line starts.
  ///
  /// Any lines may precede it.
  private static func start(in text: Span<UInt8>) throws(KeyDocumentError) -> Int {
    let first = skipSpace(in: text, from: 0)
    guard first < text.count else { throw .empty }
    var line = first
    while line < text.count {
      var end = line
      if skip(beginning, in: text, at: &end) { return line }
      let lineBreak = (line..<text.count).first { text[$0].isLineBreak } ?? text.count
      line = skipSpace(in: text, from: lineBreak)
    }
    for start in openSSHStarts {
      var end = first
      if skip(start, in: text, at: &end) { throw .openSSH }
    }
    throw .notPEM
  }

  private static func skipSpace(in text: Span<UInt8>, from start: Int) -> Int {
    (start..<text.count).first { !text[$0].isSpace } ?? text.count
  }

  /// Reads `-----BEGIN LABEL-----` or `-----END LABEL-----` and returns the label.
  private static func label(
    after prefix: String, in text: Span<UInt8>, at position: inout Int
  ) -> String? {
    guard skip(prefix, in: text, at: &position) else { return nil }
    var label = ""
    while position < text.count, text[position] != UInt8(ascii: "-") {
      let byte = text[position]
      guard byte.isLetter || byte.isDigit || byte == UInt8(ascii: " "), label.utf8.count < 64 else {
        return nil
      }
      label.unicodeScalars.append(Unicode.Scalar(byte))
      position += 1
    }
    return skip("-----", in: text, at: &position) ? label : nil
  }

  private static func skip(_ prefix: String, in text: Span<UInt8>, at position: inout Int) -> Bool {
    for byte in prefix.utf8 {
      guard position < text.count, text[position] == byte else { return false }
      position += 1
    }
    return true
  }
}

extension UInt8 {
  fileprivate var isLineBreak: Bool { self == UInt8(ascii: "\n") || self == UInt8(ascii: "\r") }
}
