import ErosCore

/// The places in a page, a script or a style sheet that may name another file of the site.
///
/// A reference stands between quotes, or in a page behind `=`, or in brackets, in a style sheet and
/// behind `url` in a page, and ends with `.html`, `.js` or `.css`, before a query or a fragment. Its
/// slashes may have backslashes before them. Nothing is executed, so an address that a script puts
/// together at run time is not seen.
struct FileReferences {
  struct Reference {
    /// Where the address stands, without query and fragment.
    let range: Range<Int>
    let text: String
    /// Whether it stands where only an address can stand: in `src`, `href`, or behind `url`.
    let isCertain: Bool
  }

  /// The kinds of files that are renamed, and in which names are looked for.
  static let kinds = [".html", ".js", ".css"]

  static func isText(_ path: String) -> Bool { kinds.contains { path.ends(with: $0) } }

  /// Finds the references in a file of the kind that `path` tells.
  static func find(in bytes: [UInt8], of path: String) -> [Reference] {
    let isPage = path.ends(with: ".html")
    let isStyle = path.ends(with: ".css")
    var found: [Reference] = []
    var start = 0
    for (index, byte) in bytes.enumerated() where isDelimiter(at: index, in: bytes) {
      defer { start = index + 1 }
      guard start > 0, start < index else { continue }
      let before = bytes[start - 1]
      var word = start..<index
      if quotes.contains(before) && before == byte {
        if isPage { word = withoutDelay(word, in: bytes) }
      } else if before == UInt8(ascii: "("), byte == UInt8(ascii: ")") {
        guard isStyle || isPage && name(endingAt: start - 1, in: bytes) == "url" else { continue }
      } else if isPage {
        guard let value = unquotedValue(word, in: bytes) else { continue }
        word = value
      } else {
        continue
      }
      guard let range = address(in: word, bytes) else { continue }
      found.append(
        Reference(
          range: range, text: text(of: range, in: bytes),
          isCertain: isCertain(behind: word.lowerBound - 1, in: bytes)))
    }
    return found
  }

  private static let quotes = Array("\"'`".utf8)
  private static let delimiters = Set("\"'`()<> \t\r\n\\".utf8)

  private static func isDelimiter(at index: Int, in bytes: [UInt8]) -> Bool {
    guard delimiters.contains(bytes[index]) else { return false }
    return bytes[index] != UInt8(ascii: "\\") || !isEscapedSlash(at: index, in: bytes[...])
  }

  /// Whether a backslash stands before a slash, as some write addresses in scripts.
  private static func isEscapedSlash(at index: Int, in bytes: ArraySlice<UInt8>) -> Bool {
    index + 1 < bytes.endIndex && bytes[index] == UInt8(ascii: "\\")
      && bytes[index + 1] == UInt8(ascii: "/")
  }

  private static func text(of range: Range<Int>, in bytes: [UInt8]) -> String {
    let kept = range.filter { !isEscapedSlash(at: $0, in: bytes[range]) }
    return String(decoding: kept.map { bytes[$0] }, as: UTF8.self)
  }

  /// The value without the seconds that a page waits before it opens another one: `0;url=two.html`.
  private static func withoutDelay(_ word: Range<Int>, in bytes: [UInt8]) -> Range<Int> {
    let mark = bytes[word].firstIndex(of: UInt8(ascii: "="))
    guard let mark, name(endingAt: mark, in: bytes) == "url" else { return word }
    return mark + 1..<word.upperBound
  }

  /// The value of an attribute without quotes, in a word of a page.
  private static func unquotedValue(_ word: Range<Int>, in bytes: [UInt8]) -> Range<Int>? {
    if isSpace(bytes[word.lowerBound - 1]), isCertain(behind: word.lowerBound - 1, in: bytes) {
      return word
    }
    guard let mark = bytes[word].firstIndex(of: UInt8(ascii: "=")) else { return nil }
    return withoutDelay(mark + 1..<word.upperBound, in: bytes)
  }

  /// The part of a word before a query or a fragment, if it ends as a file of the site does.
  ///
  /// `src=app.js/>` does, too: a browser takes the slash for a part of the address, and whoever wrote it
  /// should know.
  private static func address(in word: Range<Int>, _ bytes: [UInt8]) -> Range<Int>? {
    let end =
      bytes[word].firstIndex { $0 == UInt8(ascii: "?") || $0 == UInt8(ascii: "#") }
      ?? word.upperBound
    var name = bytes[word.lowerBound..<end]
    let isClosed = end < bytes.count && bytes[end] == UInt8(ascii: ">")
    if isClosed, name.last == UInt8(ascii: "/") { name.removeLast() }
    let isFile = kinds.contains { kind in
      name.count > kind.utf8.count && name.suffix(kind.utf8.count).elementsEqual(kind.utf8)
    }
    return isFile ? word.lowerBound..<end : nil
  }

  /// Whether a quote, a bracket, a space or an equals sign at `index` stands before what can only be an
  /// address.
  private static func isCertain(behind index: Int, in bytes: [UInt8]) -> Bool {
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

  /// The name that ends before `end`, in small letters; what is too long for one is none.
  private static func name(endingAt end: Int, in bytes: [UInt8]) -> String {
    var start = end
    while start > 0, end - start < longestName, isNamePart(bytes[start - 1]) { start -= 1 }
    return String(decoding: bytes[start..<end], as: UTF8.self).lowercased()
  }

  private static let longestName = 8

  private static func isSpace(_ byte: UInt8) -> Bool { " \t\r\n".utf8.contains(byte) }

  private static func isNamePart(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"): true
    default: byte == UInt8(ascii: "-") || byte == UInt8(ascii: ":")
    }
  }
}
