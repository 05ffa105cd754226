import ErosCore

/// References from a page, script or style sheet to files of the site.
///
/// A reference ends with `.html`, `.js` or `.css`, before a query or a fragment. It is one of:
/// - a string in quotes
/// - in a page, an attribute value after `=`, or the argument of `url(…)`
/// - in a style sheet, a string in parentheses
///
/// Its slashes may be escaped with backslashes. Scripts are not executed, so addresses computed at
/// run time are not found.
package struct FileReferences {
  package struct Reference {
    /// The bytes of the address.
    ///
    /// Query and fragment are excluded.
    package let range: Range<Int>
    package let text: String
    /// `true` after `src`, `href` or `url`, where nothing but an address makes sense.
    let isCertain: Bool
  }

  /// Files with these extensions are renamed and searched for references.
  static let kinds = [".html", ".js", ".css"]

  static func isText(_ path: String) -> Bool { kinds.contains { path.ends(with: $0) } }

  /// Finds the references in a file, whose kind follows from the extension in `path`.
  static func find(in bytes: [UInt8], of path: String) -> [Reference] {
    let isPage = path.ends(with: ".html")
    let isStyle = path.ends(with: ".css")
    var references: [Reference] = []
    var start = 0
    for (index, byte) in bytes.enumerated() where isDelimiter(at: index, in: bytes) {
      defer { start = index + 1 }
      guard start > 0, start < index else { continue }
      let before = bytes[start - 1]
      var token = start..<index
      if quotes.contains(before) && before == byte {
        if isPage { token = withoutDelay(token, in: bytes) }
      } else if before == UInt8(ascii: "("), byte == UInt8(ascii: ")") {
        guard isStyle || isPage && name(endingAt: start - 1, in: bytes) == "url" else { continue }
      } else if isPage {
        guard let value = unquotedValue(token, in: bytes) else { continue }
        token = value
      } else {
        continue
      }
      guard let range = address(in: token, bytes) else { continue }
      references.append(
        Reference(
          range: range, text: text(of: range, in: bytes),
          isCertain: isCertain(after: token.lowerBound - 1, in: bytes)))
    }
    return references
  }

  /// Returns the relative references in a page or style sheet, with the paths that they lead to.
  ///
  /// The paths are relative to the site's folder. Paths that start at a server's root are omitted,
  /// because nobody knows before publication where the site will be.
  package static func relative(
    in bytes: [UInt8], of path: String
  ) -> [(reference: Reference, path: String)] {
    guard isText(path), !path.ends(with: ".js") else { return [] }
    // So deep that no `../` leads above the site and back into it.
    let base = "https://site.invalid/" + String(repeating: "-/", count: 32) + "-"
    return find(in: bytes, of: path).compactMap { reference in
      guard reference.isCertain, !reference.text.begins(with: "/"),
        let target = RouteAddress(base + "/" + path).resolve(reference.text).path(below: base)
      else { return nil }
      return (reference, target)
    }
  }

  private static let quotes = Array("\"'`".utf8)
  private static let delimiters = Set("\"'`()<> \t\r\n\\".utf8)

  private static func isDelimiter(at index: Int, in bytes: [UInt8]) -> Bool {
    guard delimiters.contains(bytes[index]) else { return false }
    return bytes[index] != UInt8(ascii: "\\") || !isEscapedSlash(at: index, in: bytes[...])
  }

  /// Detects the backslash in `\/`, as some scripts write it in addresses.
  private static func isEscapedSlash(at index: Int, in bytes: ArraySlice<UInt8>) -> Bool {
    index + 1 < bytes.endIndex && bytes[index] == UInt8(ascii: "\\")
      && bytes[index + 1] == UInt8(ascii: "/")
  }

  private static func text(of range: Range<Int>, in bytes: [UInt8]) -> String {
    let indices = range.filter { !isEscapedSlash(at: $0, in: bytes[range]) }
    return String(decoding: indices.map { bytes[$0] }, as: UTF8.self)
  }

  /// Removes the delay from a refresh: `0;url=two.html` gives `two.html`.
  private static func withoutDelay(_ value: Range<Int>, in bytes: [UInt8]) -> Range<Int> {
    let equals = bytes[value].firstIndex(of: UInt8(ascii: "="))
    guard let equals, name(endingAt: equals, in: bytes) == "url" else { return value }
    return equals + 1..<value.upperBound
  }

  private static func unquotedValue(_ token: Range<Int>, in bytes: [UInt8]) -> Range<Int>? {
    if isSpace(bytes[token.lowerBound - 1]), isCertain(after: token.lowerBound - 1, in: bytes) {
      return token
    }
    guard let equals = bytes[token].firstIndex(of: UInt8(ascii: "=")) else { return nil }
    return withoutDelay(equals + 1..<token.upperBound, in: bytes)
  }

  /// Removes query and fragment, and returns the address if it has the right extension.
  ///
  /// The slash in `src=app.js/>` is included. Browsers treat it as part of the address, so the file
  /// is missing.
  private static func address(in token: Range<Int>, _ bytes: [UInt8]) -> Range<Int>? {
    let end =
      bytes[token].firstIndex { $0 == UInt8(ascii: "?") || $0 == UInt8(ascii: "#") }
      ?? token.upperBound
    var name = bytes[token.lowerBound..<end]
    let isClosed = end < bytes.count && bytes[end] == UInt8(ascii: ">")
    if isClosed, name.last == UInt8(ascii: "/") { name.removeLast() }
    let isFile = kinds.contains { kind in
      name.count > kind.utf8.count && name.suffix(kind.utf8.count).elementsEqual(kind.utf8)
    }
    return isFile ? token.lowerBound..<end : nil
  }

  /// Returns `true` if only an address can follow the quote, parenthesis, space or `=` at `index`.
  private static func isCertain(after index: Int, in bytes: [UInt8]) -> Bool {
    if bytes[index] == UInt8(ascii: "(") { return name(endingAt: index, in: bytes) == "url" }
    var end = index
    if bytes[index] != UInt8(ascii: "=") {
      while end > 0, isSpace(bytes[end - 1]) { end -= 1 }
      guard end > 0, bytes[end - 1] == UInt8(ascii: "=") else {
        return end > 0 && bytes[end - 1] == UInt8(ascii: "(")
          && name(endingAt: end - 1, in: bytes) == "url"
      }
      end -= 1
    }
    while end > 0, isSpace(bytes[end - 1]) { end -= 1 }
    return ["src", "href", "url"].contains(name(endingAt: end, in: bytes))
  }

  /// Returns the name before `end` in lowercase, cut to ``maximumNameLength``.
  private static func name(endingAt end: Int, in bytes: [UInt8]) -> String {
    var start = end
    while start > 0, end - start < maximumNameLength, isNamePart(bytes[start - 1]) { start -= 1 }
    return String(decoding: bytes[start..<end], as: UTF8.self).lowercased()
  }

  private static let maximumNameLength = 8

  private static func isSpace(_ byte: UInt8) -> Bool { " \t\r\n".utf8.contains(byte) }

  private static func isNamePart(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"): true
    default: byte == UInt8(ascii: "-") || byte == UInt8(ascii: ":")
    }
  }
}
