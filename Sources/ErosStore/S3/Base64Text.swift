import ErosCore

extension HexDigest {
  /// The digest in Base64, as in the header fields of HTTP.
  var base64Text: String {
    let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
    var text: [UInt8] = []
    for start in stride(from: 0, to: Self.byteCount, by: 3) {
      let count = min(3, Self.byteCount - start)
      let group = (0..<3).reduce(0) { $0 << 8 | ($1 < count ? Int(bytes[start + $1]) : 0) }
      for index in 0..<4 {
        text.append(index <= count ? alphabet[group >> (18 - 6 * index) & 63] : UInt8(ascii: "="))
      }
    }
    return String(decoding: text, as: UTF8.self)
  }
}
