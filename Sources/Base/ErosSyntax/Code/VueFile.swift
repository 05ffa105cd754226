import ErosCore

/// Scripts and template tags in a `.vue` or `.we` file, or in a page.
///
/// Malformed files are read as far as possible.
package struct VueFile {
  package struct Attribute: Sendable {
    package let name: String
    /// The bytes between the quotes.
    ///
    /// Empty if there is no value.
    package let value: Range<Int>
    /// The name's offset.
    package let offset: Int
  }

  package struct Tag: Sendable {
    package let name: String
    /// The offset of the `<`.
    package let offset: Int
    package let attributes: [Attribute]
  }

  /// A template in another language than HTML, such as Pug.
  package struct UnsupportedTemplate: Sendable {
    package let language: String
    /// The offset of its tag's `<`.
    package let offset: Int
  }

  /// The bytes between `<script>` and `</script>`, for each script outside templates.
  package private(set) var scripts: [Range<Int>] = []
  /// Start tags in templates, in source order.
  package private(set) var tags: [Tag] = []
  package private(set) var unsupportedTemplates: [UnsupportedTemplate] = []
  /// `true` if the whole file is a template, as in HTML and `.axml`.
  private let isPage: Bool
  private var scanner: ByteScanner
  private var templateDepth = 0
  /// These strings do not occur in the rest of the file.
  private var absent: Set<String> = []

  package init(_ bytes: [UInt8], isPage: Bool = false) {
    self.isPage = isPage
    templateDepth = isPage ? 1 : 0
    scanner = ByteScanner(unchecked: bytes)
    while let next = scanner.current {
      if next == UInt8(ascii: "<") {
        readAngle()
      } else if next == UInt8(ascii: "{"), templateDepth > 0, scanner.starts(with: "{{") {
        skip(past: "}}")
      } else {
        scanner.position += 1
      }
    }
  }

  // MARK: Bytes

  /// Returns the next offset of `text`.
  ///
  /// Ignores case.
  private mutating func find(_ text: String) -> Int? {
    guard !absent.contains(text) else { return nil }
    if let offset = scanner.offset(ofNext: text) { return offset }
    absent.insert(text)
    return nil
  }

  /// Skips past the next `text`, or one byte if there is none.
  private mutating func skip(past text: String) {
    scanner.position = find(text).map { $0 + text.utf8.count } ?? scanner.position + 1
  }

  private mutating func name(_ isPart: (UInt8) -> Bool) -> String {
    let start = scanner.position
    scanner.skip(while: isPart)
    return scanner.text(start..<scanner.position)
  }

  private mutating func skipBlanks() { scanner.skip { $0 <= 0x20 } }

  // MARK: Tags

  private mutating func readAngle() {
    if scanner.starts(with: "<!--") { return skip(past: "-->") }
    let start = scanner.position
    scanner.position += 1
    let isEnd = scanner.skip("/")
    guard scanner.current?.isLetter == true else { return }
    let tag = name { $0.isDashedNamePart || ".:".utf8.contains($0) }
    if isEnd {
      if tag == "template", templateDepth > (isPage ? 1 : 0) { templateDepth -= 1 }
      return
    }
    readTag(tag, at: start)
  }

  private mutating func readTag(_ name: String, at start: Int) {
    let isTop = templateDepth == 0
    let (attributes, isEmpty) = readAttributes()
    if !isTop { tags.append(Tag(name: name, offset: start, attributes: attributes)) }
    guard !isEmpty else { return }
    switch name {
    case "template":
      let language = attributes.last { $0.name == "lang" }.map { scanner.text($0.value) } ?? ""
      if !isTop || ["", "html"].contains(language) {
        templateDepth += 1
      } else {
        unsupportedTemplates.append(UnsupportedTemplate(language: language, offset: start))
        scanner.position = find("</template") ?? scanner.bytes.count
      }
    case "script" where isTop || isPage, "style" where isTop || isPage:
      let content = scanner.position
      let end = find("</" + name) ?? scanner.bytes.count
      if name == "script" { scripts.append(content..<end) }
      scanner.position = end
    default: break
    }
  }

  /// Reads the attributes up to `>`.
  ///
  /// `isEmpty` is `true` for a self-closing tag.
  private mutating func readAttributes() -> (attributes: [Attribute], isEmpty: Bool) {
    var attributes: [Attribute] = []
    var isEmpty = false
    while true {
      skipBlanks()
      guard let byte = scanner.current else { return (attributes, isEmpty) }
      let start = scanner.position
      switch byte {
      case UInt8(ascii: ">"):
        scanner.position += 1
        return (attributes, isEmpty)
      case UInt8(ascii: "<"): return (attributes, isEmpty)
      case UInt8(ascii: "/"):
        isEmpty = true
        scanner.position += 1
      default:
        isEmpty = false
        let name = name { $0 > 0x20 && !"=>/\"'<".utf8.contains($0) }
        if name.isEmpty { scanner.position += 1 }
        let value = readValue()
        if !name.isEmpty {
          attributes.append(Attribute(name: name, value: value, offset: start))
        }
      }
    }
  }

  /// Reads an attribute's value.
  ///
  /// Its range lies between the quotes.
  private mutating func readValue() -> Range<Int> {
    skipBlanks()
    guard scanner.skip("=") else { return scanner.position..<scanner.position }
    skipBlanks()
    if let quote = scanner.current, "\"'".utf8.contains(quote) {
      let start = scanner.position + 1
      scanner.position = start
      scanner.skip { $0 != quote }
      defer { scanner.position = min(scanner.position + 1, scanner.bytes.count) }
      return start..<scanner.position
    }
    let start = scanner.position
    scanner.skip { $0 > 0x20 && $0 != UInt8(ascii: ">") }
    return start..<scanner.position
  }
}
