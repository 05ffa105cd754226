/// How a manifest's MD5 of a file was computed.
///
/// The old tool turned each file into text and hashed the text. Bytes that are not well-formed UTF-8
/// became U+FFFD on the way, and how many depended on the Node.js version that it ran on. For
/// well-formed text all rules give the same digest.
public enum DigestRule: String, Sendable, CaseIterable {
  /// The MD5 of the bytes as they are; the only rule this project writes.
  case raw

  /// Each maximal subpart of an ill-formed sequence became one U+FFFD.
  case maximalSubpart

  /// Each byte outside a well-formed sequence became one U+FFFD.
  case perByte

  /// A lead byte and the continuation bytes it calls for, as many as are there, became one U+FFFD.
  case structural
}
