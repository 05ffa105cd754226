import ErosCore

/// Finds the scripts in an untrusted HTML page, in order.
struct PageMarkup {
  enum Element: Equatable {
    /// A script inside the page, at this range.
    case inline(Range<Int>)
    /// A script in another file, with the offset of its tag.
    case file(String, offset: Int)
    /// A module. It has its own scope and imports.
    case module
  }

  private(set) var elements: [Element] = []

  private static let limit = 1_000

  init(_ page: [UInt8]) {
    var offset = 0
    while elements.count < Self.limit, let start = Self.nextTag(in: page, from: offset) {
      guard let tag = Self.attributes(in: page, from: start + Self.opening.count) else { return }
      let end = Self.find(Self.closing, in: page, from: tag.end) ?? page.count
      add(tag.attributes, start, tag.end..<end)
      offset = end
    }
  }

  private mutating func add(
    _ attributes: [String: String], _ offset: Int, _ content: Range<Int>
  ) {
    let type = attributes["type"]?.lowercased() ?? ""
    guard type.isEmpty || type == "module" || type.hasSuffix("javascript") else { return }
    if type == "module" {
      elements.append(.module)
    } else if let source = attributes["src"] {
      elements.append(.file(source, offset: offset))
    } else if !content.isEmpty {
      elements.append(.inline(content))
    }
  }

  // MARK: - Tags

  private static let opening = Array("<script".utf8)
  private static let closing = Array("</script".utf8)

  /// Returns the offset of the next script tag that is not in a comment.
  private static func nextTag(in page: [UInt8], from start: Int) -> Int? {
    var offset = start
    while let tag = find(opening, in: page, from: offset) {
      let comment = find(Array("<!--".utf8), in: page, from: offset) ?? page.count
      if comment < tag {
        guard let end = find(Array("-->".utf8), in: page, from: comment) else { return nil }
        offset = end + 3
      } else {
        let next = tag + opening.count
        guard next < page.count else { return nil }
        if page[next].isSpace || page[next] == UInt8(ascii: ">") { return tag }
        offset = next
      }
    }
    return nil
  }

  /// Finds a text in any case.
  ///
  /// `text` itself must be in lowercase.
  private static func find(_ text: [UInt8], in page: [UInt8], from start: Int) -> Int? {
    guard text.count <= page.count - start else { return nil }
    return (start...(page.count - text.count)).first { offset in
      page[offset] == text[0]
        && text.indices.allSatisfy { index in
          let byte = page[offset + index]
          return (byte.isLetter ? byte | 0x20 : byte) == text[index]
        }
    }
  }

  /// Returns a tag's attributes and the offset after it, or `nil` if the tag does not end.
  private static func attributes(
    in page: [UInt8], from start: Int
  ) -> (attributes: [String: String], end: Int)? {
    var attributes: [String: String] = [:]
    var offset = start
    while offset < page.count {
      let byte = page[offset]
      if byte == UInt8(ascii: ">") { return (attributes, offset + 1) }
      if byte.isSpace || byte == UInt8(ascii: "/") {
        offset += 1
        continue
      }
      let name = token(in: page, from: offset, before: "=> /\t\n\r")
      offset += max(1, name.utf8.count)
      guard offset < page.count, page[offset] == UInt8(ascii: "=") else {
        attributes[name.lowercased()] = ""
        continue
      }
      offset += 1
      guard offset < page.count else { return nil }
      let quote = page[offset]
      let isQuoted = quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'")
      let ends = isQuoted ? String(UnicodeScalar(quote)) : "> \t\n\r"
      let value = token(in: page, from: isQuoted ? offset + 1 : offset, before: ends)
      attributes[name.lowercased()] = value
      offset +=
        (isQuoted ? 2 : 0)
        + tokenLength(in: page, from: isQuoted ? offset + 1 : offset, before: ends)
    }
    return nil
  }

  private static func token(in page: [UInt8], from start: Int, before ends: String) -> String {
    String(
      decoding: page[start..<(start + tokenLength(in: page, from: start, before: ends))],
      as: UTF8.self)
  }

  private static func tokenLength(in page: [UInt8], from start: Int, before ends: String) -> Int {
    guard start < page.count else { return 0 }
    return page[start...].prefix { !ends.utf8.contains($0) }.count
  }
}
