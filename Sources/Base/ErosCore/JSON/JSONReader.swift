/// Reads JSON documents, and JavaScript modules that contain only literals.
///
/// ```swift
/// let root = try JSONReader.read(bytes, file: "eros.config.js", syntax: .javaScript)
/// ```
///
/// Refuses ambiguous input: duplicate keys, ill-formed UTF-8, unpaired surrogates, and anything
/// after the value. The time is linear in the document's size, and limits bound stack and memory.
public enum JSONReader {
  /// A syntax that the reader accepts.
  public enum Syntax: Sendable {
    /// RFC 8259, strictly.
    case json
    /// JSON, or a module that exports one object literal: `module.exports = { … }`.
    ///
    /// Comments, trailing commas, unquoted keys and all spellings of literals are accepted. Nothing
    /// is executed, so variables, calls and operators are errors.
    case javaScript
  }

  /// Limits on a document.
  public struct Limits: Sendable {
    /// Sufficient for a manifest with 100,000 files.
    public static let standard = Limits()

    /// The maximum size in bytes.
    public var bytes: Int
    /// The maximum number of values in the tree.
    public var values: Int
    /// The maximum nesting of arrays and objects.
    public let depth: Int

    /// Creates limits.
    ///
    /// A `depth` above 128 becomes 128, to suit small stacks.
    public init(bytes: Int = 64 << 20, values: Int = 1_000_000, depth: Int = 64) {
      self.bytes = bytes
      self.values = values
      self.depth = min(depth, 128)
    }
  }

  /// Parses a document.
  ///
  /// ```swift
  /// let root = try JSONReader.read(bytes, file: "package.json")
  /// ```
  ///
  /// Keys are duplicates if they are equal as Swift strings, even if their Unicode composition
  /// differs.
  ///
  /// - Parameters:
  ///   - bytes: The document in UTF-8.
  ///   - file: The name that errors use for the document.
  ///   - syntax: The accepted syntax.
  ///   - limits: Limits on the document.
  ///   - omittedKeys: Members with these keys are parsed, but their values become `null`.
  /// - Returns: The document's value.
  /// - Throws: ``JSONError`` for the first error, with its position.
  public static func read(
    _ bytes: [UInt8], file: String, syntax: Syntax = .json, limits: Limits = .standard,
    omitting omittedKeys: Set<String> = []
  ) throws(JSONError) -> JSONNode {
    do {
      try checkEncoding(of: bytes, syntax: syntax, limits: limits)
      var parser = JSONParser(
        bytes: bytes, syntax: syntax, limits: limits, omittedKeys: omittedKeys)
      return try parser.parseDocument()
    } catch {
      throw error.error(in: bytes, file: file)
    }
  }

  private static func checkEncoding(
    of bytes: [UInt8], syntax: Syntax, limits: Limits
  ) throws(JSONFailure) {
    guard bytes.count <= limits.bytes else { throw .init(.tooLong(limit: limits.bytes), at: 0) }
    if UTF8Text.isWide(bytes) { throw .init(.wideCharacters, at: 0) }
    if syntax == .json, bytes.starts(with: UTF8Text.byteOrderMark) {
      throw .init(.byteOrderMark, at: 0)
    }
    if let offset = UTF8Text.firstIllFormedByte(in: bytes) { throw .init(.notUTF8, at: offset) }
  }
}

typealias JSONFailure = TextFailure<JSONErrorKind>
