/// A rule for the MD5 digests in a manifest.
///
/// The old tool decoded each file to text and hashed the text. Ill-formed UTF-8 became one or more
/// U+FFFD, depending on the version of Node.js. For well-formed UTF-8, all rules give the same
/// digest.
public enum DigestRule: String, Sendable, CaseIterable {
  /// Hashes the bytes as they are.
  ///
  /// This project writes no other digests.
  case raw

  /// Replaces each maximal subpart of an ill-formed sequence with one U+FFFD.
  case maximalSubpart

  /// Replaces each byte outside a well-formed sequence with one U+FFFD.
  case perByte

  /// Replaces a lead byte and the continuation bytes it requires, if present, with one U+FFFD.
  case structural
}
