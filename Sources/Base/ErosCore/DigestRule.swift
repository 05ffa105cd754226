/// A rule to compute the MD5 digest of a file in a manifest.
///
/// The old tool decoded each file to text and hashed the text. Ill-formed UTF-8 became one or more
/// U+FFFD, depending on the version of Node.js. For well-formed UTF-8 all rules give the same
/// digest.
public enum DigestRule: String, Sendable, CaseIterable {
  /// The MD5 digest of the unchanged bytes, the only rule that this project writes.
  case raw

  /// Each maximal subpart of an ill-formed sequence is replaced with one U+FFFD.
  case maximalSubpart

  /// Each byte outside a well-formed sequence is replaced with one U+FFFD.
  case perByte

  /// A lead byte and its existing continuation bytes, up to the number that it requires, are
  /// replaced with one U+FFFD.
  case structural
}
