import ErosCore

extension SourceMap {
  /// A function name in a stack and a position inside that function, not counting skipped lines.
  struct FunctionUse {
    let name: String
    let position: TextPosition
  }

  /// Restores the names of functions that a build tool has shortened.
  ///
  /// A function's name comes from its last declaration before the position.
  ///
  /// - Parameters:
  ///   - uses: Functions to look up.
  ///   - script: Text of the script. It is not trusted, as it may belong to another map.
  ///   - skippedLines: Number of lines that were added after the map was written.
  /// - Returns: One name for each use, or `nil` where the map has none.
  /// - Throws: ``Problem`` if the mappings are malformed.
  func functionNames(
    _ uses: [FunctionUse], in script: [UInt8], skippingLines skippedLines: Int
  ) throws(Problem) -> [String?] {
    guard !uses.isEmpty else { return [] }
    var search = FunctionSearch(uses, in: script, skippingLines: skippedLines)
    for section in sections where !search.isComplete {
      try section.forEachSegment { segment in
        search.add(segment) { section.name($0) }
        return !search.isComplete
      }
    }
    return search.finish()
  }
}

/// Searches for function declarations before positions in a script.
private struct FunctionSearch {
  /// Number of bytes to read around an identifier, because a script may be one long word.
  private static let windowLength = 64

  private let script: [UInt8]
  private let uses: [SourceMap.FunctionUse]
  /// Indices of uses, ordered by position.
  private let order: [Int]
  /// Number of uses before the last segment.
  private var done = 0
  private var cursor: ScriptCursor
  /// Function names in the script.
  private let functions: Set<String>
  /// Original names from the last declarations.
  private var declarations: [String: String] = [:]
  private var names: [String?]

  init(_ uses: [SourceMap.FunctionUse], in script: [UInt8], skippingLines skippedLines: Int) {
    self.script = script
    self.uses = uses
    order = uses.indices.sorted { uses[$0].position < uses[$1].position }
    cursor = ScriptCursor(script, skippingLines: skippedLines)
    functions = Set(uses.map(\.name))
    names = Array(repeating: nil, count: uses.count)
  }

  /// `true` if all positions are before the last segment.
  var isComplete: Bool { done == order.count }

  mutating func add(_ segment: MappingReader.Segment, name: (Int) -> String?) {
    let position = TextPosition(line: segment.line + 1, column: segment.column + 1)
    while !isComplete, uses[order[done]].position < position { endUse() }
    guard !isComplete, let index = segment.original?.name,
      let offset = cursor.offset(ofLine: segment.line, column: segment.column),
      let bytes = identifier(at: offset),
      let identifier = String(wellFormed: bytes), functions.contains(identifier),
      isDeclaration(bytes), let name = name(index)
    else { return }
    declarations[identifier] = name
  }

  mutating func finish() -> [String?] {
    while !isComplete { endUse() }
    return names
  }

  private mutating func endUse() {
    let index = order[done]
    names[index] = declarations[uses[index].name]
    done += 1
  }

  // MARK: - Reading the script

  /// Returns the identifier at `offset`, or `nil` if there is none or it fills the window.
  private func identifier(at offset: Int) -> ArraySlice<UInt8>? {
    let bytes = script[offset...].prefix(Self.windowLength).prefix(while: \.isOfIdentifier)
    return bytes.isEmpty || bytes.count == Self.windowLength ? nil : bytes
  }

  /// Returns `true` if an identifier names a function or class.
  ///
  /// Forms: `function a(`, `a=function(`, `a=(b)=>`, `a=b=>` and `class a`.
  private func isDeclaration(_ identifier: ArraySlice<UInt8>) -> Bool {
    let before = withoutSpaceAtEnd(script[..<identifier.startIndex].suffix(Self.windowLength))
    if before.hasWord("function") || before.hasWord("class") { return true }
    if before.last == UInt8(ascii: "*"), withoutSpaceAtEnd(before.dropLast()).hasWord("function") {
      return true
    }
    var after = withoutSpace(script[identifier.endIndex...].prefix(Self.windowLength))
    guard after.first == UInt8(ascii: "="), !"=>".utf8.contains(after.dropFirst().first ?? 0) else {
      return false
    }
    after = withoutSpace(after.dropFirst())
    let word = after.prefix(while: \.isOfIdentifier)
    if word.isEmpty { return withoutSpace(withoutParameters(after)).starts(with: "=>".utf8) }
    return ["function", "async", "class"].contains { word.elementsEqual($0.utf8) }
      || withoutSpace(after.dropFirst(word.count)).starts(with: "=>".utf8)
  }

  /// Drops parentheses from the start.
  ///
  /// Returns no bytes if they are missing or never close.
  private func withoutParameters(_ bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    guard bytes.first == UInt8(ascii: "(") else { return [] }
    var depth = 0
    for index in bytes.indices {
      switch bytes[index] {
      case UInt8(ascii: "("): depth += 1
      case UInt8(ascii: ")"): depth -= 1
      default: break
      }
      if depth == 0 { return bytes[(index + 1)...] }
    }
    return []
  }

  private func withoutSpace(_ bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    bytes.drop(while: \.isSpace)
  }

  private func withoutSpaceAtEnd(_ bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    var bytes = bytes
    while bytes.last?.isSpace == true { bytes.removeLast() }
    return bytes
  }
}

extension ArraySlice<UInt8> {
  /// Returns `true` if the bytes end with `word`, and it is a whole word.
  fileprivate func hasWord(_ word: String) -> Bool {
    let start = dropLast(word.utf8.count)
    return suffix(word.utf8.count).elementsEqual(word.utf8) && start.last?.isOfIdentifier != true
  }
}

extension UInt8 {
  /// `true` if this byte can be in a JavaScript identifier.
  fileprivate var isOfIdentifier: Bool {
    isAlphanumeric || self == UInt8(ascii: "_") || self == UInt8(ascii: "$") || self >= 0x80
  }
}
