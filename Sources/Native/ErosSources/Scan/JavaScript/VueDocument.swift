import ErosCore
import ErosRegistry
import ErosSyntax

/// A scanner for `.vue` and `.we` files: script ranges, and the names that templates use.
struct VueDocument {
  private let file: SourceFile
  private var scanner: ByteScanner
  /// Whether this is a `.we` file, where event attributes start with `on`.
  private let isLegacy: Bool
  private var templateDepth = 0
  /// The strings that do not occur in the rest of the file.
  private var absent: Set<String> = []
  private(set) var scripts: [Range<Int>] = []
  private(set) var uses: [JSUses.Use] = []
  private(set) var findings: [Finding] = []
  private var language = ""
  /// Whether the last tag is rendered on some platforms only.
  private var checksPlatform = false
  var localTags: Set<String> = []

  init(_ file: SourceFile) {
    self.file = file
    scanner = ByteScanner(unchecked: file.bytes)
    isLegacy = file.path.hasSuffix(".we")
  }

  mutating func run() {
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

  /// The offset of the next `text`, ignoring case.
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
      if tag == "template", templateDepth > 0 { templateDepth -= 1 }
      return
    }
    readTag(tag, at: start)
  }

  private mutating func readTag(_ tag: String, at start: Int) {
    let isTop = templateDepth == 0
    let isNative = !isTop && !Self.frameworkTags.contains(tag)
    language = ""
    checksPlatform = false
    let first = uses.count
    let isEmpty = readAttributes(of: isNative ? tag : nil)
    switch tag {
    case "template" where isTop && !isEmpty && !["", "html"].contains(language):
      findings.append(
        Finding(
          .sourceUnreadable, at: file.position(at: start),
          "skipped a template in unsupported language '\(language.escapedForDisplay)'"))
      scanner.position = find("</template") ?? file.bytes.count
    case "template":
      if !isEmpty { templateDepth += 1 }
    case "script", "style":
      guard isTop, !isEmpty else { return }
      let content = scanner.position
      let end = find("</" + tag) ?? file.bytes.count
      if tag == "script" { scripts.append(content..<end) }
      scanner.position = end
    default:
      if isNative { add(.component(tag), at: start) }
      for index in first..<uses.count { uses[index].checksPlatform = checksPlatform }
    }
  }

  /// The tags that the framework handles itself.
  private static let frameworkTags: Set<String> = [
    "slot", "template", "transition", "keep-alive", "component", "transition-group",
    "router-view", "router-link", "content", "element",
  ]

  /// Reads the attributes up to `>` and returns whether the tag is self-closing.
  private mutating func readAttributes(of tag: String?) -> Bool {
    var isEmpty = false
    while true {
      skipBlanks()
      guard let byte = scanner.current else { return isEmpty }
      let start = scanner.position
      switch byte {
      case UInt8(ascii: ">"):
        scanner.position += 1
        return isEmpty
      case UInt8(ascii: "<"): return isEmpty
      case UInt8(ascii: "/"):
        isEmpty = true
        scanner.position += 1
      default:
        isEmpty = false
        let name = name { $0 > 0x20 && !"=>/\"'<".utf8.contains($0) }
        if name.isEmpty { scanner.position += 1 }
        let value = readValue()
        if name == "lang" { language = String(decoding: file.bytes[value], as: UTF8.self) }
        if ["v-if", "v-else-if", "if"].contains(name) {
          checksPlatform = PlatformName.isIn(String(decoding: file.bytes[value], as: UTF8.self))
        }
        if let tag, !name.isEmpty { readAttribute(name, of: tag, at: start) }
      }
    }
  }

  /// Reads the value of an attribute and returns its range without quotes.
  private mutating func readValue() -> Range<Int> {
    skipBlanks()
    guard scanner.skip("=") else { return scanner.position..<scanner.position }
    skipBlanks()
    if let quote = scanner.current, "\"'".utf8.contains(quote) {
      let start = scanner.position + 1
      scanner.position = start
      scanner.skip { $0 != quote }
      defer { scanner.position = min(scanner.position + 1, file.bytes.count) }
      return start..<scanner.position
    }
    let start = scanner.position
    scanner.skip { $0 > 0x20 && $0 != UInt8(ascii: ">") }
    return start..<scanner.position
  }

  // MARK: Uses

  private mutating func readAttribute(_ written: String, of tag: String, at start: Int) {
    // Drops modifiers such as `.native`.
    let head = { (text: Substring) in String(text.prefix { $0 != "." }) }
    for prefix in ["@", "v-on:"] where written.hasPrefix(prefix) {
      return add(event: head(written.dropFirst(prefix.count)), of: tag, at: start)
    }
    for prefix in [":", "v-bind:"] where written.hasPrefix(prefix) {
      return add(attribute: head(written.dropFirst(prefix.count)), of: tag, at: start)
    }
    if written.hasPrefix("v-") || written.hasPrefix("#") { return }
    if isLegacy, written.hasPrefix("on") {
      return add(event: String(written.dropFirst(2)), of: tag, at: start)
    }
    add(attribute: head(written[...]), of: tag, at: start)
  }

  private static let commonAttributes: Set<String> = [
    "ref", "key", "is", "slot", "slot-scope", "style", "class", "append", "id", "scope", "if",
    "repeat", "else", "test-id", "testId", "role", "inline-template",
  ]

  private mutating func add(event name: String, of tag: String, at start: Int) {
    guard !name.isEmpty, !name.hasPrefix("["), !ComponentEntry.builtInEvents.contains(name) else {
      return
    }
    add(.event(component: tag, name: name), at: start)
  }

  private mutating func add(attribute name: String, of tag: String, at start: Int) {
    let isCommon =
      Self.commonAttributes.contains(name) || name.hasPrefix("data-") || name.hasPrefix("aria-")
    guard !name.isEmpty, !name.hasPrefix("["), !isCommon else { return }
    add(.attribute(component: tag, name: name), at: start)
  }

  private mutating func add(_ need: JSNeed, at start: Int) {
    uses.append(JSUses.Use(need: need, location: file.position(at: start)))
  }
}
