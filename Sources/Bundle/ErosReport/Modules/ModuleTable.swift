import ErosCore

/// Modules in webpack's output, which is an object or array of functions.
///
/// Examples: `{ "./src/a.js": (module, exports) => { … }, 12: function (e, t) { … }, 13(e, t) { … }
/// }`, and `[function (e, t) { … }, , e => { … }]`.
struct ModuleTable {
  /// A function in the table.
  struct Entry {
    let key: String
    let range: Range<Int>
  }

  private(set) var entries: [Entry] = []
  /// Comments inside the functions.
  private(set) var comments: [Range<Int>] = []

  /// Number of bytes in all functions.
  var size: Int { entries.reduce(0) { $0 + $1.range.count } }

  /// `true` if all keys are numbers or paths, as they are for modules.
  var hasModuleKeys: Bool {
    entries.allSatisfy { entry in
      entry.key.utf8.contains(UInt8(ascii: "/")) || entry.key.utf8.allSatisfy(\.isDigit)
    }
  }

  /// Reads the table whose opening bracket `scanner` has just read.
  ///
  /// - Returns: `nil` if anything but functions is inside the brackets.
  init?(_ scanner: inout ScriptReader, open: UInt8) {
    let isRead =
      open == UInt8(ascii: "{") ? readObject(&scanner) : readArray(&scanner)
    guard isRead, !entries.isEmpty else { return nil }
  }

  private mutating func readObject(_ scanner: inout ScriptReader) -> Bool {
    while let token = scanner.nextCode() {
      let key: Range<Int>
      switch token {
      case .mark(UInt8(ascii: "}")): return true
      case .string(let range), .word(let range): key = range
      default: return false
      }
      let name = String(decoding: scanner.bytes[key].prefix(1000), as: UTF8.self)
      let start = key.lowerBound
      var end: Mark?
      switch scanner.nextCode() {
      case .mark(UInt8(ascii: ":")): end = readFunction(&scanner)
      case .mark(UInt8(ascii: "(")):
        guard skip(UInt8(ascii: "("), &scanner) != nil,
          scanner.nextCode() == .mark(UInt8(ascii: "{")),
          let offset = skip(UInt8(ascii: "{"), &scanner)
        else { return false }
        end = separator(after: offset, &scanner)
      default: return false
      }
      guard let end else { return false }
      entries.append(Entry(key: name, range: start..<end.offset))
      if end.byte == UInt8(ascii: "}") { return true }
      guard end.byte == UInt8(ascii: ",") else { return false }
    }
    return false
  }

  private mutating func readArray(_ scanner: inout ScriptReader) -> Bool {
    var index = 0
    while true {
      var ahead = scanner
      guard let token = ahead.nextCode() else { return false }
      if token == .mark(UInt8(ascii: "]")) || token == .mark(UInt8(ascii: ",")) {
        scanner = ahead
        if token == .mark(UInt8(ascii: "]")) { return true }
        index += 1
        continue
      }
      let start = scanner.offset
      guard let end = readFunction(&scanner) else { return false }
      entries.append(Entry(key: String(index), range: start..<end.offset))
      if end.byte == UInt8(ascii: "]") { return true }
      guard end.byte == UInt8(ascii: ",") else { return false }
      index += 1
    }
  }

  // MARK: - Functions

  /// End of a function, and the mark after it.
  private struct Mark {
    let offset: Int
    let byte: UInt8
  }

  private mutating func skip(_ open: UInt8, _ scanner: inout ScriptReader) -> Int? {
    var ranges: [Range<Int>] = []
    defer { comments += ranges }
    return scanner.skipBalanced(open) { ranges.append($0) }
  }

  private func separator(after offset: Int, _ scanner: inout ScriptReader) -> Mark? {
    guard case .mark(let byte)? = scanner.nextCode() else { return nil }
    return Mark(offset: offset, byte: byte)
  }

  /// Reads a function expression and the mark after it.
  private mutating func readFunction(_ scanner: inout ScriptReader) -> Mark? {
    switch scanner.nextCode() {
    case .mark(UInt8(ascii: "(")):
      var inside = scanner
      guard let end = skip(UInt8(ascii: "("), &scanner) else { return nil }
      var ahead = scanner
      if ahead.nextCode() == .arrow {
        scanner = ahead
        return readArrowBody(&scanner)
      }
      // Development builds put functions in parentheses.
      switch inside.nextCode() {
      case .mark(UInt8(ascii: "(")): break
      case .word(let word) where isWord(word, "function", scanner): break
      default: return nil
      }
      return separator(after: end, &scanner)
    case .word(let word) where isWord(word, "function", scanner):
      var token = scanner.nextCode()
      if case .word = token { token = scanner.nextCode() }
      guard token == .mark(UInt8(ascii: "(")), skip(UInt8(ascii: "("), &scanner) != nil,
        scanner.nextCode() == .mark(UInt8(ascii: "{")),
        let end = skip(UInt8(ascii: "{"), &scanner)
      else { return nil }
      return separator(after: end, &scanner)
    case .word:
      guard scanner.nextCode() == .arrow else { return nil }
      return readArrowBody(&scanner)
    default: return nil
    }
  }

  private mutating func readArrowBody(_ scanner: inout ScriptReader) -> Mark? {
    var end = scanner.offset
    var isFirst = true
    while let token = scanner.nextCode() {
      switch token {
      case .mark(let byte) where ScriptReader.closing[byte] != nil:
        guard let offset = skip(byte, &scanner) else { return nil }
        end = offset
        if isFirst, byte == UInt8(ascii: "{") { return separator(after: end, &scanner) }
      case .mark(let byte)
      where byte == UInt8(ascii: ",") || ScriptReader.opening.contains(byte):
        return Mark(offset: end, byte: byte)
      case .mark(UInt8(ascii: ";")): return nil
      default: end = scanner.offset
      }
      isFirst = false
    }
    return nil
  }

  private func isWord(_ range: Range<Int>, _ word: String, _ scanner: ScriptReader) -> Bool {
    scanner.bytes[range].elementsEqual(word.utf8)
  }
}
