import ErosCore

extension RehearsalPage {
  /// `true` if the script is a chunk that webpack splits off for `import()`.
  ///
  /// A chunk is `webpackJsonp([chunks], modules)`. If a third argument names modules to run, the
  /// script is a page that needs a shared script.
  var isChunkOnDemand: Bool {
    let code = script.text[..<(sourceMapComment ?? script.text.count)]
    let start = String(decoding: code.prefix(Self.chunkLimit), as: UTF8.self)
    let end = String(decoding: code.suffix(Self.chunkLimit), as: UTF8.self)
    return start.contains(#/^webpackJsonp\w*\(/#.anchorsMatchLineEndings())
      && !end.contains(#/[}\]]\s*,\s*\[[\w\s,"'.\/\-]*\]\s*\)\s*;?\s*$/#)
  }

  /// The offset of the last line if it names or contains a source map.
  private var sourceMapComment: Int? {
    var last: Int?
    while let next = Self.sourceMapMark.first(in: script.text.span, from: last.map { $0 + 1 } ?? 0)
    {
      last = next
    }
    // Modules of packages may contain such lines, too.
    guard let last else { return nil }
    let following = script.text[(last + 1)...].drop { $0 != UInt8(ascii: "\n") }
    return following.allSatisfy { $0 <= UInt8(ascii: " ") } ? last : nil
  }

  private static let sourceMapMark = ByteSearch(Array("\n//# sourceMappingURL=".utf8))

  /// The maximum number of bytes in the comments before a chunk, and in its last argument.
  private static let chunkLimit = 1024
}
