/// Reads JSON, and the literals of a JavaScript module, into a tree that knows its places.
///
/// One text has one reading: duplicate keys, ill-formed UTF-8, lone surrogates and anything behind
/// the value are refused. Time is linear in the text, and the limits bound stack and memory.
public enum JSONReader {
  /// Which texts are accepted.
  public enum Syntax: Sendable {
    /// RFC 8259, strictly.
    case json
    /// JSON, or a module that exports one object literal: `module.exports = { … }`.
    ///
    /// Comments, trailing commas, unquoted keys and the other ways of writing a literal are fine.
    /// Nothing is ever executed, so names, calls and operators are errors.
    case javaScript
  }

  /// What bounds the work on a text.
  public struct Limits: Sendable {
    /// Enough for the manifest of 100,000 files.
    public static let standard = Limits()

    /// How many bytes the text may have.
    public var bytes: Int
    /// How many values the tree may have.
    public var values: Int
    /// How many arrays and objects may be inside each other.
    public let depth: Int

    /// Sets the limits; `depth` is never above 128, for the sake of small stacks.
    public init(bytes: Int = 64 << 20, values: Int = 1_000_000, depth: Int = 64) {
      self.bytes = bytes
      self.values = values
      self.depth = min(depth, 128)
    }
  }

  /// Reads the one value that `bytes` hold.
  ///
  /// Errors name the text `file`, and say of it the first thing that is wrong, with its place. Two
  /// keys count as the same when Swift's strings do, so also when only their Unicode composition
  /// differs.
  public static func read(
    _ bytes: [UInt8], file: String, syntax: Syntax = .json, limits: Limits = .standard
  ) throws(JSONError) -> JSONNode {
    do {
      try checkEncoding(of: bytes, syntax: syntax, limits: limits)
      var parser = JSONParser(bytes: bytes, syntax: syntax, limits: limits)
      return try parser.parseText()
    } catch {
      let position = TextPosition(ofByte: error.offset, in: bytes)
      throw JSONError(file: file, position: position, kind: error.kind)
    }
  }

  private static func checkEncoding(
    of bytes: [UInt8], syntax: Syntax, limits: Limits
  ) throws(JSONFailure) {
    guard bytes.count <= limits.bytes else { throw .init(.tooLong(limit: limits.bytes), at: 0) }
    let start = bytes.prefix(2)
    if start == [0xFE, 0xFF] || start == [0xFF, 0xFE] || (start.count == 2 && start.contains(0)) {
      throw .init(.wideCharacters, at: 0)
    }
    if syntax == .json, bytes.starts(with: UTF8Text.byteOrderMark) {
      throw .init(.byteOrderMark, at: 0)
    }
    if let offset = UTF8Text.firstIllFormedByte(in: bytes) { throw .init(.notUTF8, at: offset) }
  }
}

/// What is wrong, and at which byte; ``JSONReader`` makes a line and a column of it.
struct JSONFailure: Error {
  let kind: JSONErrorKind
  let offset: Int

  init(_ kind: JSONErrorKind, at offset: Int) {
    self.kind = kind
    self.offset = offset
  }
}
