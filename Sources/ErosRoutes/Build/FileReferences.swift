import ErosCore

/// The places in a page, a script or a style sheet that may name another file of the site.
///
/// A reference stands between quotes, or in a page behind `=`, or in a style sheet in brackets, and
/// ends with `.html`, `.js` or `.css`, before a query or a fragment. Nothing is executed, so an address
/// that a script puts together at run time is not seen.
struct FileReferences {
  struct Reference {
    /// Where the address stands, without query and fragment.
    let range: Range<Int>
    let text: String
    /// Whether it is the value of `src` or `href`, so that it is an address for certain.
    let isAttribute: Bool
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
    for (index, byte) in bytes.enumerated() where delimiters.contains(byte) {
      defer { start = index + 1 }
      guard start > 0, start < index else { continue }
      let before = bytes[start - 1]
      var word = start..<index
      if quotes.contains(before) && before == byte {
        // The whole word.
      } else if isPage, let mark = bytes[word].firstIndex(of: UInt8(ascii: "=")) {
        word = mark + 1..<index
      } else {
        let isInBrackets = before == UInt8(ascii: "(") && byte == UInt8(ascii: ")")
        guard isStyle, isInBrackets else { continue }
      }
      guard let range = address(in: word, bytes) else { continue }
      found.append(
        Reference(
          range: range, text: String(decoding: bytes[range], as: UTF8.self),
          isAttribute: followsAttribute(word.lowerBound - 1, in: bytes)))
    }
    return found
  }

  private static let quotes = Array("\"'`".utf8)
  private static let delimiters = Set("\"'`()<> \t\r\n\\".utf8)

  /// The part of a word before a query or a fragment, if it ends as a file of the site does.
  private static func address(in word: Range<Int>, _ bytes: [UInt8]) -> Range<Int>? {
    let end =
      bytes[word].firstIndex { $0 == UInt8(ascii: "?") || $0 == UInt8(ascii: "#") }
      ?? word.upperBound
    let address = word.lowerBound..<end
    let isFile = kinds.contains { kind in
      address.count > kind.utf8.count
        && bytes[address].suffix(kind.utf8.count).elementsEqual(kind.utf8)
    }
    return isFile ? address : nil
  }

  /// Whether a quote or an equals sign at `index` begins the value of `src` or `href`.
  private static func followsAttribute(_ index: Int, in bytes: [UInt8]) -> Bool {
    var end = index
    if bytes[index] != UInt8(ascii: "=") {
      while end > 0, isSpace(bytes[end - 1]) { end -= 1 }
      guard end > 0, bytes[end - 1] == UInt8(ascii: "=") else { return false }
      end -= 1
    }
    while end > 0, isSpace(bytes[end - 1]) { end -= 1 }
    var start = end
    while start > 0, isNamePart(bytes[start - 1]) { start -= 1 }
    let name = String(decoding: bytes[start..<end], as: UTF8.self).lowercased()
    return name == "src" || name == "href"
  }

  private static func isSpace(_ byte: UInt8) -> Bool { " \t\r\n".utf8.contains(byte) }

  private static func isNamePart(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"): true
    default: byte == UInt8(ascii: "-") || byte == UInt8(ascii: ":")
    }
  }
}
