import ErosCore

/// Scalars in the block mappings of a YAML file, such as `project.yml` or `pubspec.yaml`.
///
/// Reads the part of YAML that these files use: mappings by indentation, with values on one line,
/// which may be the line after the key. Everything else is skipped by its indentation: lists,
/// blocks of text, `{…}`, values on several lines, and keys after `?`. Such a value becomes an
/// entry that has no range, so a caller can name it as the reason.
package struct YAMLFile: Sendable {
  /// A key with its value.
  package struct Entry: Sendable {
    /// The keys, from the document's top.
    let path: [String]
    /// The value between its quotes, or as written if it has no range.
    package let text: String
    /// The value's bytes between its quotes, or `nil` if it is not a scalar on one line.
    package let range: Range<Int>?
    /// `true` if the value has no quotes, so that YAML may read it as a number.
    package let isPlain: Bool
    /// The key's byte offset.
    package let offset: Int
  }

  private static let depthLimit = 64

  /// In document order.
  ///
  /// A mapping is an entry with an empty text.
  private(set) var entries: [Entry] = []

  private let bytes: [UInt8]
  /// Entries by path, and key names by their mapping's path.
  private var indexes: [[String]: Int] = [:]
  private var names: [[String]: [String]] = [:]
  /// Items of block lists, by the list's path: scalars, and the paths in mappings.
  private var lists: [[String]: [String]] = [:]
  /// Open mappings, with their keys' indentation.
  private var parents: [(indent: Int, key: String)] = []
  /// Lines with more indentation belong to a value that is skipped.
  private var skipped: Int?
  /// The quote of a value that continues on the next line.
  private var openQuote: UInt8?

  package init(_ bytes: [UInt8], file: String) throws(SyntaxError) {
    self.bytes = bytes
    do throws(SyntaxFailure) {
      let start = try ByteScanner(bytes).position
      try read(from: start)
    } catch {
      throw error.error(in: bytes, file: file)
    }
  }

  /// Returns `nil` if the file does not contain the path.
  package func entry(_ path: [String]) -> Entry? { indexes[path].map { entries[$0] } }

  /// Returns the key names in the mapping at a path, in document order.
  package func keys(in path: [String]) -> [String] { names[path] ?? [] }

  /// Returns the scalars in the list at a path.
  ///
  /// If an item is a mapping, its `path` counts.
  ///
  /// A single scalar counts as a list with one item.
  package func items(in path: [String]) -> [String] {
    guard let entry = entry(path) else { return [] }
    if let list = lists[path] { return list }
    if entry.range != nil { return [entry.text] }
    guard entry.text.hasPrefix("["), entry.text.hasSuffix("]") else { return [] }
    return entry.text.dropFirst().dropLast().split(separator: ",").map(Self.scalar)
  }

  /// Removes white space and quotes.
  private static func scalar(_ text: some StringProtocol) -> String {
    let trimmed = text.drop { $0 == " " }
    let isQuoted = trimmed.first == "\"" || trimmed.first == "'"
    let end = trimmed.lastIndex { $0 != " " && !(isQuoted && $0 == trimmed.first) }
    return end.map { String(trimmed[...$0].dropFirst(isQuoted ? 1 : 0)) } ?? ""
  }

  // MARK: Lines

  private mutating func read(from start: Int) throws(SyntaxFailure) {
    var start = start
    while start < bytes.count {
      let end = bytes[start...].firstIndex(of: UInt8(ascii: "\n")) ?? bytes.count
      let line = bytes.trimmed(start..<end)
      if bytes[start..<end].starts(with: "---".utf8) || bytes[start..<end].starts(with: "...".utf8)
      {
        // Only the first document counts.
        if !entries.isEmpty { return }
      } else if !line.isEmpty {
        try read(line, indent: line.lowerBound - start)
      }
      start = end + 1
    }
  }

  private mutating func read(_ line: Range<Int>, indent: Int) throws(SyntaxFailure) {
    if let quote = openQuote {
      if closingQuote(quote, in: line) != nil { openQuote = nil }
      return
    }
    let first = bytes[line.lowerBound]
    if first == UInt8(ascii: "#") || first == UInt8(ascii: "%") { return }
    if let skipped {
      if indent > skipped { return continueLastEntry() }
      self.skipped = nil
    }
    if bytes[(line.lowerBound - indent)..<line.lowerBound].contains(UInt8(ascii: "\t")) {
      throw SyntaxFailure(.unexpected(found: "a tab", expected: "spaces"), at: line.lowerBound)
    }
    // A list's item, or the end of `{…}` or `[…]`.
    if isItem(line) || first == UInt8(ascii: "}") || first == UInt8(ascii: "]") {
      skipped = indent
      if isItem(line) {
        addItem(withoutComment(bytes.trimmed((line.lowerBound + 1)..<line.upperBound)), indent)
      }
      return
    }
    while let last = parents.last, last.indent >= indent { parents.removeLast() }
    // A key that is not a scalar, and its value.
    if isMark(UInt8(ascii: "?"), line) || isMark(UInt8(ascii: ":"), line) {
      skipped = indent
    } else if "[{|>".utf8.contains(first) || key(in: line) == nil, readValue(line) {
      return
    } else {
      try readEntry(line, indent: indent)
    }
  }

  /// Removes a value's range, because the value continues on another line.
  private mutating func continueLastEntry() {
    guard let last = entries.last, last.range != nil else { return }
    entries[entries.count - 1] = Entry(
      path: last.path, text: last.text, range: nil, isPlain: last.isPlain, offset: last.offset)
  }

  /// Reads a value on the line after its key.
  ///
  /// Returns `true` if the line is such a value.
  private mutating func readValue(_ line: Range<Int>) -> Bool {
    guard let last = entries.last, let parent = parents.last, last.path == parents.map(\.key)
    else { return false }
    entries[entries.count - 1] = entry(last.path, withoutComment(line), offset: last.offset)
    parents.removeLast()
    skipped = parent.indent
    return true
  }

  private func isItem(_ line: Range<Int>) -> Bool { isMark(UInt8(ascii: "-"), line) }

  /// Returns `true` if the line starts with `mark` and a space, or is only the mark.
  private func isMark(_ mark: UInt8, _ line: Range<Int>) -> Bool {
    bytes[line.lowerBound] == mark && (line.count == 1 || bytes[line.lowerBound + 1].isSpace)
  }

  private mutating func addItem(_ item: Range<Int>, _ indent: Int) {
    let path = parents.filter { $0.indent <= indent }.map(\.key)
    let key = key(in: item)
    guard !path.isEmpty, key == nil || key?.key == "path" else { return }
    let value = key.map { bytes.trimmed(($0.colon + 1)..<item.upperBound) } ?? item
    lists[path, default: []].append(Self.scalar(text(value)))
  }

  private mutating func readEntry(_ line: Range<Int>, indent: Int) throws(SyntaxFailure) {
    guard let (key, colon) = key(in: line) else {
      throw SyntaxFailure(
        .unexpected(
          found: "'\(String(text(line).prefix(20)).escapedForDisplay)'", expected: "a key and ':'"),
        at: line.lowerBound)
    }
    guard parents.count < Self.depthLimit else {
      throw SyntaxFailure(.tooDeep(limit: Self.depthLimit), at: line.lowerBound)
    }
    let path = parents.map(\.key) + [key]
    guard indexes.updateValue(entries.count, forKey: path) == nil else {
      throw SyntaxFailure(.duplicateKey(key), at: line.lowerBound)
    }
    names[parents.map(\.key), default: []].append(key)
    let value = withoutComment(bytes.trimmed((colon + 1)..<line.upperBound))
    let entry = entry(path, value, offset: line.lowerBound)
    entries.append(entry)
    // A mapping may have an anchor, as in `base: &base`.
    if value.isEmpty || bytes[value.lowerBound] == UInt8(ascii: "&") {
      parents.append((indent, key))
    } else {
      skipped = indent
    }
  }

  // MARK: Keys and values

  /// Returns a line's key and its colon's offset.
  private func key(in line: Range<Int>) -> (key: String, colon: Int)? {
    let first = bytes[line.lowerBound]
    if first == UInt8(ascii: "\"") || first == UInt8(ascii: "'") {
      let inner = (line.lowerBound + 1)..<line.upperBound
      guard let end = closingQuote(first, in: inner) else { return nil }
      let colon = bytes.trimmed((end + 1)..<line.upperBound).lowerBound
      guard colon < line.upperBound, bytes[colon] == UInt8(ascii: ":") else { return nil }
      return (text((line.lowerBound + 1)..<end), colon)
    }
    let colon = line.first { index in
      bytes[index] == UInt8(ascii: ":")
        && (index + 1 == line.upperBound || bytes[index + 1].isSpace)
    }
    return colon.map { (text(bytes.trimmed(line.lowerBound..<$0)), $0) }
  }

  private mutating func entry(_ path: [String], _ value: Range<Int>, offset: Int) -> Entry {
    var range: Range<Int>? = value
    var isPlain = true
    switch value.isEmpty ? nil : bytes[value.lowerBound] {
    case UInt8(ascii: "\""), UInt8(ascii: "'"):
      isPlain = false
      range = quoted(value)
    case nil: range = nil
    case .some(let byte) where "|>&*!{[".utf8.contains(byte): range = nil
    default: break
    }
    return Entry(
      path: path, text: text(range ?? value), range: range, isPlain: isPlain, offset: offset)
  }

  /// Returns the range between a value's quotes, or `nil` if it has escapes or several lines.
  private mutating func quoted(_ value: Range<Int>) -> Range<Int>? {
    let quote = bytes[value.lowerBound]
    let inner = (value.lowerBound + 1)..<value.upperBound
    guard let end = closingQuote(quote, in: inner) else {
      openQuote = quote
      return nil
    }
    let range = inner.lowerBound..<end
    let hasEscapes = bytes[range].contains(UInt8(ascii: "\\")) || bytes[range].contains(quote)
    return end + 1 == value.upperBound && !hasEscapes ? range : nil
  }

  /// Returns the next `quote` that is neither escaped nor doubled.
  private func closingQuote(_ quote: UInt8, in range: Range<Int>) -> Int? {
    var index = range.lowerBound
    while index < range.upperBound {
      if bytes[index] == UInt8(ascii: "\\"), quote == UInt8(ascii: "\"") {
        index += 2
      } else if bytes[index] != quote {
        index += 1
      } else if quote == UInt8(ascii: "'"), index + 1 < range.upperBound, bytes[index + 1] == quote
      {
        index += 2
      } else {
        return index
      }
    }
    return nil
  }

  private func withoutComment(_ value: Range<Int>) -> Range<Int> {
    guard let first = value.first else { return value }
    var start = value.lowerBound
    if bytes[first] == UInt8(ascii: "\"") || bytes[first] == UInt8(ascii: "'"),
      let end = closingQuote(bytes[first], in: (first + 1)..<value.upperBound)
    {
      start = end + 1
    }
    let comment = (start..<value.upperBound).first { index in
      bytes[index] == UInt8(ascii: "#") && (index == value.lowerBound || bytes[index - 1].isSpace)
    }
    return comment.map { bytes.trimmed(value.lowerBound..<$0) } ?? value
  }

  private func text(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }
}
