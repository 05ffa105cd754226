import ErosCore

/// The `versions` table in a Gradle version catalog such as `libs.versions.toml`.
///
/// Parses only as much TOML as it takes to find where each value ends.
package struct VersionCatalog {
  package struct Version {
    /// Normalized: `app-name` for `app_name` and `app.name`.
    package let name: String
    package let text: String
    /// The version's bytes, or `nil` if it is not a plain string.
    package let range: Range<Int>?
  }

  /// A plugin in the table `plugins`.
  package struct Plugin {
    /// The name that scripts use: `acme.app` for `acme-app`.
    package let name: String
    package let identifier: String
  }

  private static let depthLimit = 64

  package private(set) var versions: [Version] = []
  package private(set) var plugins: [Plugin] = []

  private var scanner: ByteScanner
  private var table: [String] = []
  /// The strings in the last inline table, by key.
  private var members: [String: String] = [:]

  package init(_ bytes: [UInt8], file: String) throws(SyntaxError) {
    do throws(SyntaxFailure) {
      scanner = try ByteScanner(bytes)
      try read()
    } catch {
      throw error.error(in: bytes, file: file)
    }
  }

  private mutating func read() throws(SyntaxFailure) {
    while true {
      skipSpace(lines: true)
      guard !scanner.isAtEnd else { return }
      if scanner.skip("[") {
        let isList = scanner.skip("[")
        table = try readKey()
        guard scanner.skip(isList ? "]]" : "]") else { throw scanner.unexpected("']'") }
        // `[versions.app]` is equivalent to `app = { … }`.
        if table.first == "versions", table.count > 1 { add(table, text: "", range: nil) }
      } else {
        let key = table + (try readKey())
        guard scanner.skip("=") else { throw scanner.unexpected("'='") }
        skipSpace(lines: false)
        members = [:]
        let (text, range) = try readValue(depth: 0)
        addPlugin(key, text: text)
        if table.count < 2 { add(key, text: text, range: range) }
      }
      skipSpace(lines: false)
      guard scanner.isAtEnd || scanner.current == UInt8(ascii: "\n") else {
        throw scanner.unexpected("the end of the line")
      }
    }
  }

  private mutating func add(_ key: [String], text: String, range: Range<Int>?) {
    guard key.first == "versions", key.count > 1 else { return }
    let isComplete = key.count == 2
    let name = key[1].replacing("_", with: "-").replacing(".", with: "-")
    versions.append(Version(name: name, text: text, range: isComplete ? range : nil))
  }

  /// Adds `name = "id:version"`, `name = { id = "…" }` or `name.id = "…"`.
  private mutating func addPlugin(_ key: [String], text: String) {
    guard key.first == "plugins", key.count == 2 || key.count == 3 && key[2] == "id" else { return }
    let identifier = text.isEmpty ? members["id"] ?? "" : String(text.prefix { $0 != ":" })
    guard !identifier.isEmpty else { return }
    let name = key[1].replacing("_", with: ".").replacing("-", with: ".")
    plugins.append(Plugin(name: name, identifier: identifier))
  }

  private mutating func skipSpace(lines: Bool) {
    while let byte = scanner.current {
      if byte == UInt8(ascii: "#") {
        scanner.skip { $0 != UInt8(ascii: "\n") }
      } else if byte.isSpace, lines || byte != UInt8(ascii: "\n") {
        scanner.position += 1
      } else {
        return
      }
    }
  }

  // MARK: Keys

  private mutating func readKey() throws(SyntaxFailure) -> [String] {
    var parts: [String] = []
    repeat {
      skipSpace(lines: false)
      if let quote = scanner.current, Self.isQuote(quote) {
        parts.append(try readString(quote).text)
      } else {
        let start = scanner.position
        scanner.skip { $0.isLetter || $0.isDigit || "_-".utf8.contains($0) }
        guard scanner.position > start else { throw scanner.unexpected("a key") }
        parts.append(scanner.text(start..<scanner.position))
      }
      skipSpace(lines: false)
    } while scanner.skip(".")
    return parts
  }

  // MARK: Values

  private static func isQuote(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'")
  }

  /// Reads a value.
  ///
  /// Only a single-line string that has no escapes has a range.
  private mutating func readValue(
    depth: Int
  ) throws(SyntaxFailure) -> (text: String, range: Range<Int>?) {
    guard depth < Self.depthLimit else {
      throw .init(.tooDeep(limit: Self.depthLimit), at: scanner.position)
    }
    switch scanner.current {
    case let quote? where Self.isQuote(quote): return try readString(quote)
    case UInt8(ascii: "["): try readMembers(end: "]", depth: depth)
    case UInt8(ascii: "{"): try readMembers(end: "}", depth: depth)
    default:
      let start = scanner.position
      scanner.skip { !$0.isSpace && !",]}#".utf8.contains($0) }
      guard scanner.position > start else { throw scanner.unexpected("a value") }
    }
    return ("", nil)
  }

  private mutating func readMembers(end: String, depth: Int) throws(SyntaxFailure) {
    scanner.position += 1
    while true {
      skipSpace(lines: true)
      if scanner.skip(end) { return }
      var key: [String] = []
      if end == "}" {
        key = try readKey()
        guard scanner.skip("=") else { throw scanner.unexpected("'='") }
        skipSpace(lines: false)
      }
      let text = try readValue(depth: depth + 1).text
      if depth == 0, key.count == 1 { members[key[0]] = text }
      skipSpace(lines: true)
      if scanner.skip(",") { continue }
      guard scanner.skip(end) else { throw scanner.unexpected("',' or '\(end)'") }
      return
    }
  }

  private mutating func readString(
    _ quote: UInt8
  ) throws(SyntaxFailure) -> (text: String, range: Range<Int>?) {
    let open = scanner.position
    let single = String(decoding: [quote], as: UTF8.self)
    let isLong = scanner.skip(single + single + single)
    if !isLong { scanner.position += 1 }
    let start = scanner.position
    var isPlain = !isLong
    while let byte = scanner.current {
      if isLong ? scanner.starts(with: single + single + single) : byte == quote {
        let end = scanner.position
        scanner.position += isLong ? 3 : 1
        // A multiline string may end with quotes that belong to its content.
        while isLong, scanner.skip(single) {}
        return (scanner.text(start..<end), isPlain ? start..<end : nil)
      }
      if byte == UInt8(ascii: "\n"), !isLong { break }
      if byte == UInt8(ascii: "\\"), quote == UInt8(ascii: "\"") {
        isPlain = false
        scanner.position += 1
      }
      scanner.position += 1
    }
    throw .init(.truncated(expected: "a closing quote"), at: open)
  }
}
