import ErosCore

/// Finds the framework that a page names.
package enum FrameworkName {
  /// Bytes at the start of a page that are searched.
  private static let searchedSize = PackedPart.maximumSize
  private static let directive = ByteSearch(Array("use weex:".utf8))
  /// Names that clients know, in lower case.
  private static let names = ["vue", "rax", "weex", "vanilla"]

  /// Returns the framework in a comment such as `// { "framework": "Vue" }`, or in a directive such
  /// as `"use weex:vue"`.
  ///
  /// The comment must be at the start of the page. Clients search the whole text for the directive.
  package static func find(in page: Span<UInt8>) -> String? {
    inComment(page) ?? inDirective(page)
  }

  private static func inComment(_ page: Span<UInt8>) -> String? {
    let start = (0..<min(400, page.count)).map { page[$0] }
    let text = String(decoding: start, as: UTF8.self)
    for line in text.split(whereSeparator: \.isNewline).prefix(4) {
      guard line.contains("//") || line.contains("/*"), let key = line.firstRange(of: "framework")
      else { continue }
      let name = line[key.upperBound...].drop { !$0.isLetter }.prefix { $0.isLetter }
      // Prose can contain this word, for example "a framework for interfaces".
      if names.contains(name.lowercased()) { return String(name) }
    }
    return nil
  }

  private static func inDirective(_ page: Span<UInt8>) -> String? {
    let page = page.extracting(first: searchedSize)
    var start = 0
    while let offset = directive.first(in: page, from: start) {
      start = offset + 1
      let name = offset + "use weex:".utf8.count
      let end = (name..<page.count).first { !page[$0].isLetter } ?? page.count
      guard offset > 0, end > name, end < page.count, isQuote(page[offset - 1]),
        page[end] == page[offset - 1]
      else { continue }
      let text = String(decoding: (name..<end).map { page[$0] }, as: UTF8.self)
      if names.contains(text.lowercased()) { return text }
    }
    return nil
  }

  private static func isQuote(_ byte: UInt8) -> Bool { "\"'".utf8.contains(byte) }
}
