import ErosCore

/// Advice on what one script contains.
struct ScriptAdvice {
  private let path: BundlePath
  private let compressor: ScriptCompressor

  /// Average line length in bytes from which a script counts as minified.
  private static let maximumLineLength = 200
  /// Minimum saving in bytes, and its minimum share of the compressed script.
  private static let minimumSaving = 512
  private static let minimumShare = 0.1

  init(_ path: BundlePath, _ compressor: ScriptCompressor) {
    self.path = path
    self.compressor = compressor
  }

  func advice(_ script: [UInt8]) -> [Advice] {
    var advice: [Advice] = []
    let plain = Self.withoutInlineMap(script)
    if plain.count < script.count {
      advice.append(
        Advice(
          .sourceMap, [path], saving: saving(script, plain),
          "the script contains its source map; build it without inline source maps"))
    }
    let lines = plain.count { $0 == UInt8(ascii: "\n") } + 1
    guard plain.count / lines <= Self.maximumLineLength, plain.count > Self.minimumSaving,
      let stripped = Self.stripped(plain)
    else { return advice }
    let saved = saving(plain, stripped)
    let size = compressor.size(of: plain)
    if saved >= UInt64(Self.minimumSaving), Double(saved) >= Self.minimumShare * Double(size) {
      advice.append(
        Advice(
          .unminifiedScript, [path], saving: saved, isEstimate: true,
          "the script contains comments and indentation; minify it, which saves at least this"))
    }
    return advice
  }

  private func saving(_ before: [UInt8], _ after: [UInt8]) -> UInt64 {
    let (before, after) = (compressor.size(of: before), compressor.size(of: after))
    return before > after ? before - after : 0
  }

  /// Returns a script without the comment that contains its source map.
  static func withoutInlineMap(_ script: [UInt8]) -> [UInt8] {
    for mark in ["//# sourceMappingURL=data:", "//@ sourceMappingURL=data:"] {
      guard let range = script.firstRange(of: Array(mark.utf8)) else { continue }
      let end = script[range.upperBound...].firstIndex(of: UInt8(ascii: "\n")) ?? script.count
      return Array(script[..<range.lowerBound] + script[end...])
    }
    return script
  }

  /// Removes comments, and white space that separates no names.
  ///
  /// Returns `nil` for an invalid script.
  ///
  /// A minifier also shortens names, so it saves more.
  static func stripped(_ script: [UInt8]) -> [UInt8]? {
    var scanner = ScriptReader(script, work: 2 * script.count + 4096)
    var text: [UInt8] = []
    text.reserveCapacity(script.count)
    var end = 0
    var hasSpace = false
    var hasBreak = false
    while let token = scanner.next() {
      let range = scanner.lastRange
      let gap = script[end..<range.lowerBound]
      hasSpace = hasSpace || !gap.isEmpty
      hasBreak = hasBreak || gap.contains(UInt8(ascii: "\n"))
      end = range.upperBound
      if case .comment = token {
        hasSpace = true
        continue
      }
      if let last = text.last, hasSpace {
        // A line break can end a statement, except after these marks.
        if hasBreak, !";{,(".utf8.contains(last) {
          text.append(UInt8(ascii: "\n"))
        } else if Self.isWord(last), Self.isWord(script[range.lowerBound]) {
          text.append(UInt8(ascii: " "))
        }
      }
      (hasSpace, hasBreak) = (false, false)
      text += script[range]
    }
    return scanner.isAtEnd ? text : nil
  }
  /// Returns `true` if a space must stay between two neighbours of this kind.
  private static func isWord(_ byte: UInt8) -> Bool {
    byte.isIdentifierPart || byte >= 0x80 || "$#\\".utf8.contains(byte)
  }
}
