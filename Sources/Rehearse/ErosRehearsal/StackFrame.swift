import ErosCore

/// A frame of a stack of JavaScriptCore.
struct StackFrame: Hashable {
  let file: String
  let position: TextPosition

  /// Returns the first frame of `stack` in one of `files`.
  ///
  /// A frame is `function@file:line:column`; a frame of a backtrace is `#0 function() at file:line`.
  static func first(in stack: String, of files: Set<String>) -> StackFrame? {
    stack.split(separator: "\n").lazy.compactMap { line in
      frame(String(line), files)
    }.first
  }

  private static func frame(_ line: String, _ files: Set<String>) -> StackFrame? {
    let parts = line.split(separator: ":", omittingEmptySubsequences: false)
    for numberCount in [2, 1] where parts.count > numberCount {
      let numbers = parts.suffix(numberCount).compactMap { Int($0) }
      let head = parts.dropLast(numberCount).joined(separator: ":")
      guard numbers.count == numberCount, numbers.allSatisfy({ $0 > 0 }),
        let file = files.first(where: { head.hasSuffix("@" + $0) || head.hasSuffix(" at " + $0) })
      else { continue }
      return StackFrame(
        file: file, position: TextPosition(line: numbers[0], column: numbers.dropFirst().first ?? 1)
      )
    }
    return nil
  }
}
