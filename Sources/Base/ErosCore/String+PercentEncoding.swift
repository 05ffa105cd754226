extension String {
  /// Replaces each byte by `%XX`, except the unreserved characters (RFC 3986, section 2.3).
  ///
  /// The result is one component in a URL's path. It is also one component in a file path, unless
  /// it is empty, `.` or `..`.
  package var percentEncoded: String {
    var encoded = ""
    for byte in utf8 {
      switch byte {
      case _ where byte.isAlphanumeric, UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"),
        UInt8(ascii: "~"):
        encoded.unicodeScalars.append(Unicode.Scalar(byte))
      default:
        encoded += "%" + byte.hexadecimal(digits: 2, uppercase: true)
      }
    }
    return encoded
  }
}
