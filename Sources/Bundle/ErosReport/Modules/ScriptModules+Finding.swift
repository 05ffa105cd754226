import ErosCore
import ErosSourceMaps

extension ScriptModules {
  /// Minimum share of tables in a script that does not mention webpack.
  private static let minimumShare = 0.25
  /// Limit on scanned bytes, in multiples of the script's size.
  ///
  /// Brackets that turn out to be no tables are scanned twice.
  private static let workFactor = 8

  /// Finds modules in a build tool's output, without executing it.
  ///
  /// - Returns: `nil` for a script from an unknown tool, or an invalid one.
  static func find(in script: [UInt8]) -> ScriptModules? {
    var scanner = ScriptReader(script, work: workFactor * script.count + 4096)
    var tables: [ModuleTable] = []
    var comments: [Range<Int>] = []
    // The two tokens before the current one.
    var (before, previous): (ScriptReader.Token?, ScriptReader.Token?) = (nil, nil)
    let namesWebpack = ["webpackChunk", "webpackJsonp"].contains {
      script.firstRange(of: Array($0.utf8)) != nil
    }
    while let token = scanner.next() {
      if case .comment(let range) = token {
        comments.append(range)
        continue
      }
      if let open = tableStart(token, after: previous) {
        var copy = scanner
        // In a chunk, the table follows a list of the chunk's numbers: `push([[12], { … }])`.
        let isChunk = namesWebpack && before == .mark(UInt8(ascii: "]"))
        if let table = ModuleTable(&copy, open: open), isChunk || table.hasModuleKeys {
          tables.append(table)
          scanner = copy
          (before, previous) = (nil, .mark(UInt8(ascii: "}")))
          continue
        }
        scanner.charge(copy)
      }
      (before, previous) = (previous, token)
    }
    let size = tables.reduce(0) { $0 + $1.size }
    if size > 0, Double(size) >= minimumShare * Double(script.count) {
      return ScriptModules(
        .webpack, tables.flatMap { modules(of: $0, in: script) }, total: script.count)
    }
    return sections(comments, in: script)
  }

  /// Returns the opening bracket of a value that can be a table.
  private static func tableStart(
    _ token: ScriptReader.Token, after previous: ScriptReader.Token?
  ) -> UInt8? {
    guard case .mark(let open) = token, case .mark(let before)? = previous else { return nil }
    let isObject = open == UInt8(ascii: "{") && "(,=:[?&|".utf8.contains(before)
    let isArray = open == UInt8(ascii: "[") && "(,=".utf8.contains(before)
    return isObject || isArray ? open : nil
  }

  private static func modules(
    of table: ModuleTable, in script: [UInt8]
  ) -> [(name: String, size: Int)] {
    let marks = table.comments.compactMap { mark(at: $0, in: script) }
    var next = marks.startIndex
    return table.entries.flatMap { entry -> [(name: String, size: Int)] in
      var start = entry.range.lowerBound
      var name = isNumber(entry.key) ? "module \(entry.key)" : ModuleName.path(in: entry.key)
      var parts: [(name: String, size: Int)] = []
      // A concatenated module has one comment for each of its parts.
      while next < marks.endIndex, marks[next].offset < entry.range.upperBound {
        defer { next += 1 }
        guard marks[next].offset >= start, let part = marks[next].name else { continue }
        parts.append((name, marks[next].offset - start))
        (name, start) = (part, marks[next].offset)
      }
      parts.append((name, entry.range.upperBound - start))
      return parts
    }
  }

  private static func isNumber(_ key: String) -> Bool { key.utf8.allSatisfy(\.isDigit) }

  /// Returns what is between comments that name modules.
  private static func sections(_ comments: [Range<Int>], in script: [UInt8]) -> ScriptModules? {
    let marks = comments.compactMap { mark(at: $0, in: script) }
    guard marks.count(where: { $0.name != nil }) >= 2 else { return nil }
    let ends = marks.dropFirst().map(\.offset) + [script.count]
    let sizes = zip(marks, ends).compactMap { mark, end in
      mark.name.map { (name: $0, size: end - mark.offset) }
    }
    return ScriptModules(.comments, sizes, total: script.count)
  }

  // MARK: - Comments

  private static let extensions = [
    ".js", ".mjs", ".cjs", ".jsx", ".ts", ".mts", ".tsx", ".vue", ".we", ".css", ".json",
  ]

  /// Returns the name in a comment that starts a module, or `nil` where a module ends.
  ///
  /// Examples: `// src/a.js`, `// CONCATENATED MODULE: ./src/a.js`, `//#region src/a.js`.
  private static func mark(
    at range: Range<Int>, in script: [UInt8]
  ) -> (offset: Int, name: String?)? {
    guard (4...400).contains(range.count), script[range].starts(with: "//".utf8),
      isFirstOnLine(range.lowerBound, in: script)
    else { return nil }
    let text = String(decoding: script[range.dropFirst(2)], as: UTF8.self).trimmed
    if text.begins(with: "#endregion") { return (range.lowerBound, nil) }
    for prefix in ["#region ", "CONCATENATED MODULE: "] where text.begins(with: prefix) {
      return (range.lowerBound, ModuleName.path(in: String(text.dropFirst(prefix.count))))
    }
    let name = text.begins(with: "./") ? String(text.dropFirst(2)) : text
    guard name.utf8.contains(UInt8(ascii: "/")), !name.utf8.contains(where: \.isSpace),
      !name.contains("://"), extensions.contains(where: { name.hasSuffix($0) })
    else { return nil }
    return (range.lowerBound, ModuleName.path(in: name))
  }

  /// Returns `true` if only white space and semicolons precede on this line.
  private static func isFirstOnLine(_ offset: Int, in script: [UInt8]) -> Bool {
    for byte in script[max(0, offset - 40)..<offset].reversed() {
      if byte == UInt8(ascii: "\n") { return true }
      guard byte.isSpace || byte == UInt8(ascii: ";") else { return false }
    }
    return offset <= 40
  }
}
