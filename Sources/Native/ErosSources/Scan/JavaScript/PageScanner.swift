import ErosConfig
import ErosCore
import ErosRegistry
import ErosSyntax

/// A form of URL that Rexxar handles: one row of ``rows``.
struct HostURL {
  let kind: EntryKind
  /// The URL's scheme.
  ///
  /// `nil` stands for any scheme that browsers do not have.
  let schemes: Set<String>?
  let host: String?
  /// The start of the path, in the URL and in the description.
  let folder: String
  let prefix: String

  private static let rows = [
    // `douban://rexxar-container/widget/toast?…`, where apps use schemes and hosts of their own.
    HostURL(kind: .widget, schemes: nil, host: nil, folder: "/widget/", prefix: "/widget/"),
    // `http://rexxar-container/api/geo`
    HostURL(
      kind: .containerAPI, schemes: ["http", "https"], host: "rexxar-container", folder: "/api/",
      prefix: "/"),
  ]

  private static let browserSchemes: Set<String> = [
    "http", "https", "file", "ftp", "ws", "wss", "chrome", "chrome-extension", "webpack",
  ]

  static func isMentioned(in file: SourceFile, _ range: Range<Int>? = nil) -> Bool {
    file.mentions(anyOf: rows.map(\.folder), in: range)
      && file.mentions(anyOf: ["://"], in: range)
  }

  /// Returns the widget or container API that a literal URL names.
  ///
  /// If the code continues the text, as in `'x://y/widget/' + name`, the path must end in it.
  static func need(in text: String, isContinued: Bool) -> JSNeed? {
    let parts = text.split(separator: "/", maxSplits: 3, omittingEmptySubsequences: false)
    guard parts.count == 4, parts[1].isEmpty, parts[0].utf8.last == UInt8(ascii: ":") else {
      return nil
    }
    let scheme = String(parts[0].dropLast()).lowercased()
    let path = "/" + parts[3].prefix { $0 != "?" && $0 != "#" }
    guard !isContinued || path.utf8.count < parts[3].utf8.count + 1 else { return nil }
    let row = rows.first { row in
      (row.schemes?.contains(scheme) ?? !browserSchemes.contains(scheme))
        && row.host.map { $0 == parts[2] } ?? true && path.hasPrefix(row.folder)
    }
    guard let row, isLiteral(scheme.utf8), isLiteral(parts[2].utf8) else { return nil }
    return need(row.kind, row.prefix + path.dropFirst(row.folder.utf8.count))
  }

  /// Returns the need for an entry with this path, or `nil` if the path is computed.
  static func need(_ kind: EntryKind, _ path: String) -> JSNeed? {
    guard isLiteral(path.utf8), path.utf8.last != UInt8(ascii: "/") else { return nil }
    return .entry(kind, path)
  }

  private static func isLiteral(_ text: some Collection<UInt8>) -> Bool {
    !text.isEmpty && text.allSatisfy { $0.isDashedNamePart || "/.:".utf8.contains($0) }
  }
}

/// Finds URLs and embedded views in a page's tags.
struct PageScanner {
  /// The tag of embedded views in mPaaS's mini programs.
  static let viewTag = "mpaas-component"

  private let file: SourceFile
  private(set) var uses: [JSUses.Use] = []

  init(_ tags: [VueFile.Tag], in file: SourceFile) {
    self.file = file
    let mentionsURLs = HostURL.isMentioned(in: file)
    for tag in tags {
      for attribute in tag.attributes where mentionsURLs {
        if let need = HostURL.need(in: file.text(attribute.value), isContinued: false) {
          add(need, at: attribute.offset)
        }
      }
      if tag.name == Self.viewTag { readView(tag) }
    }
  }

  private mutating func readView(_ tag: VueFile.Tag) {
    let first = uses.count
    let type = tag.attributes.first { $0.name == "type" }.map { file.text($0.value) } ?? ""
    // A type may be computed: `type="{{type}}"`.
    guard !type.isEmpty, type.utf8.allSatisfy({ $0.isDashedNamePart }) else { return }
    add(.entry(.embedView, type), at: tag.offset)
    for attribute in tag.attributes {
      guard let (kind, name) = Self.member(attribute.name) else { continue }
      add(.member(kind, name, of: .embedView, type), at: attribute.offset)
    }
    let condition = tag.attributes.last { ["a:if", "a:elif", "v-if"].contains($0.name) }
    guard let condition, PlatformName.isIn(file.text(condition.value)) else { return }
    for index in first..<uses.count { uses[index].checksPlatform = true }
  }

  private static let commonAttributes: Set<String> = [
    "id", "type", "style", "class", "ref", "key", "slot", "hidden", "role",
  ]

  /// Returns the parameter or event that an attribute sets, unless the framework reads it.
  private static func member(_ written: String) -> (MemberKind, String)? {
    // Vue writes a parameter as `:color` or `v-bind:color`.
    let name = [":", "v-bind:"].first(where: written.hasPrefix).map {
      String(written.dropFirst($0.utf8.count))
    }
    guard let name = name ?? (written.contains(":") ? nil : written),
      !commonAttributes.contains(name), !name.hasPrefix("data-"), !name.hasPrefix("aria-"),
      !name.hasPrefix("catch"), !name.hasPrefix("v-"),
      name.utf8.allSatisfy({ $0.isDashedNamePart })
    else { return nil }
    let isEvent = name.hasPrefix("on") && name.dropFirst(2).first?.isUppercase == true
    return (isEvent ? .event : .parameter, name)
  }

  private mutating func add(_ need: JSNeed, at offset: Int) {
    uses.append(JSUses.Use(need: need, location: file.position(at: offset)))
  }
}

/// Finds the widgets, container APIs and messages that a script uses.
struct HostNames: Sendable {
  /// Variables with a function from rexxar-web that makes widget URLs.
  private var messengers: Set<String> = []
  private let mentionsURLs: Bool
  private let mentionsViews: Bool

  /// `range` limits the tokens, because a document may contain many scripts.
  init(_ tokens: SourceTokens, in range: Range<Int>) {
    mentionsURLs = HostURL.isMentioned(in: tokens.file, range)
    mentionsViews = tokens.file.mentions(
      anyOf: ["createMpaasCustomComponentContext"], in: range)
    guard tokens.file.mentions(anyOf: ["widgetMessenger"], in: range) else { return }
    for index in 0..<tokens.count
    where tokens.isWord(index, "widgetMessenger") && tokens.isPunctuation(index - 1, "=") {
      if let name = tokens.word(index - 2) { messengers.insert(name) }
    }
  }

  /// Returns what the text at `index` names.
  func need(at index: Int, in tokens: SourceTokens) -> JSNeed? {
    guard tokens.isString(index) else { return nil }
    let text = tokens.string(index)
    if mentionsURLs {
      let written = tokens.file.text(tokens.range(index).dropFirst().dropLast())
      let isContinued = text == nil || tokens.isPunctuation(index + 1, "+")
      let start = text ?? String(written.split(separator: "${").first ?? "")
      if let need = HostURL.need(in: start, isContinued: isContinued) { return need }
    }
    guard let text, !tokens.isPunctuation(index + 1, "+") else { return nil }
    // `widgetMessenger(scheme, host)('widget/toast')`
    if text.hasPrefix("widget/"), tokens.isPunctuation(index - 1, "("),
      isMessenger(index - 2, in: tokens)
    {
      return HostURL.need(.widget, "/" + text)
    }
    // `postMessage({ actionType: 'setColor' })`
    guard mentionsViews, tokens.isPunctuation(index - 1, ":"),
      tokens.isWord(index - 2, "actionType"), Self.isInMessage(index - 2, in: tokens)
    else { return nil }
    return .member(.message, text, of: .embedView, "")
  }

  /// The maximum number of tokens before a key in a message.
  ///
  /// Brackets count as one.
  private static let maximumMessageLength = 128

  /// Returns `true` if the key at `index` belongs to an argument of `postMessage`.
  ///
  /// Unrelated libraries use the key `actionType` as well.
  private static func isInMessage(_ index: Int, in tokens: SourceTokens) -> Bool {
    var start = index - 1
    for _ in 0..<maximumMessageLength where start > 0 {
      if tokens.isPunctuation(start, "{") {
        return tokens.isPunctuation(start - 1, "(") && tokens.isWord(start - 2, "postMessage")
      }
      if tokens.isPunctuation(start, in: "})]") { start = tokens.open(start) ?? start }
      start -= 1
    }
    return false
  }

  /// Returns `true` if the expression that ends at `end` makes a widget's URL.
  private func isMessenger(_ end: Int, in tokens: SourceTokens) -> Bool {
    if let name = tokens.word(end) { return messengers.contains(name) }
    let open = tokens.isPunctuation(end, ")") ? tokens.open(end) : nil
    return open.map { tokens.isWord($0 - 1, "widgetMessenger") } ?? false
  }
}
