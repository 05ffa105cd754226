import ErosCore

extension HexDigest {
  /// The digest in Base64, as in the header fields of HTTP.
  var base64Text: String { Base64.encode(bytes.indices.map { bytes[$0] }) }
}
