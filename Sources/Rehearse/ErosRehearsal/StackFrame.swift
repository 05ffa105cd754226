package import ErosCore

package struct StackFrame: Hashable, Sendable {
  /// The function's name.
  ///
  /// Empty if it has none.
  package private(set) var function = ""
  package let file: String
  package let position: TextPosition
  /// `true` if the column is known.
  ///
  /// Otherwise it is 1.
  var hasColumn = true

  private static let limit = 20

  /// Returns the frames in one of `files`, innermost first.
  ///
  /// A frame is `function@file:line:column`, in a backtrace `#0 function() at file:line`.
  static func frames(in stack: String, of files: Set<String>) -> [StackFrame] {
    Array(
      stack.split(separator: "\n").lazy.compactMap { line in frame(String(line), files) }
        .prefix(limit))
  }

  private static func frame(_ line: String, _ files: Set<String>) -> StackFrame? {
    let parts = line.split(separator: ":", omittingEmptySubsequences: false)
    for numberCount in [2, 1] where parts.count > numberCount {
      let numbers = parts.suffix(numberCount).compactMap { Int($0) }
      let head = parts.dropLast(numberCount).joined(separator: ":")
      guard numbers.count == numberCount,
        numbers.allSatisfy({ (1...Int(Int32.max)).contains($0) }),
        let file = files.first(where: { head.hasSuffix("@" + $0) || head.hasSuffix(" at " + $0) })
      else { continue }
      return StackFrame(
        function: function(in: head), file: file,
        position: TextPosition(line: numbers[0], column: numbers.dropFirst().first ?? 1),
        hasColumn: numberCount == 2)
    }
    return nil
  }

  /// Returns the function in `function@file` or `#0 function() at file`.
  ///
  /// Code outside functions has none.
  private static func function(in head: String) -> String {
    let name: Substring
    if head.hasPrefix("#") {
      name = head.drop { $0 != " " }.dropFirst().prefix { $0 != "(" && $0 != " " }
    } else {
      name = head.prefix { $0 != "@" }
    }
    return name.hasSuffix(" code") ? "" : String(name)
  }

  /// Returns the frame's offset in its script, or `nil` if its column is not known.
  func offset(in script: [UInt8]) -> Int? {
    guard hasColumn else { return nil }
    var line = 1
    var index = script.startIndex
    while line < position.line {
      guard let end = script[index...].firstIndex(of: UInt8(ascii: "\n")) else { return nil }
      index = end + 1
      line += 1
    }
    // The engine's columns count UTF-16 code units: two for four bytes, and one for fewer.
    var column = 1
    while column < position.column, index < script.count {
      let byte = script[index]
      index += 1
      if byte & 0xC0 != 0x80 { column += byte >= 0xF0 ? 2 : 1 }
    }
    return index
  }

  /// `true` for code that a build tool added, such as a module loader.
  var isOfBuildTool: Bool { file.hasPrefix("webpack/") }
}
