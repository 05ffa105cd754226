/// C preprocessor directives and Swift's conditional compilation.
extension SourceLexer {
  /// `true` if the `#` here starts a Swift compilation condition.
  var isCondition: Bool {
    ["if", "elseif", "else", "endif"].contains { word in
      word.utf8.enumerated().allSatisfy { byte($0.offset + 1) == $0.element }
        && byte(word.utf8.count + 1).map(Self.isWordByte) != true
    }
  }

  /// Reads a directive.
  ///
  /// Skips code that `#if 0` excludes.
  mutating func readDirective() {
    let isFirst = tokens.isEmpty
    let (name, arguments) = directive()
    switch name {
    case "if":
      let condition = text(arguments)
      let isExcluded = ["0", "(0)", "false"].contains(condition)
      openCondition(!isExcluded, condition)
      if isExcluded { skipExcluded() }
    // An include guard does not make its tokens conditional.
    case "ifndef": openCondition(!isFirst, "!defined(\(text(arguments)))")
    case "ifdef": openCondition(true, "defined(\(text(arguments)))")
    case "else": elseCondition()
    case "elif", "elseif": elseCondition(text(arguments))
    case "endif": closeCondition()
    case "define": define(arguments)
    default: break
    }
  }

  private func text(_ range: Range<Int>) -> String {
    String(decoding: bytes[range], as: UTF8.self)
  }

  /// Skips a directive line and returns its name and its arguments.
  ///
  /// A backslash joins the next line.
  private mutating func directive() -> (name: String, arguments: Range<Int>) {
    position += 1
    skipBlanks()
    let start = position
    while let next = byte(), Self.isWordByte(next) { position += 1 }
    let name = String(decoding: bytes[start..<position], as: UTF8.self)
    skipBlanks()
    let argumentsStart = position
    var last = position
    while let next = byte(), next != 0x0A {
      if isNext("/"), isNext("/", 1) {
        skipLineComment()
        continue
      }
      if isNext("/"), isNext("*", 1) {
        skipBlockComment()
        continue
      }
      if next == UInt8(ascii: "\\") {
        position += 1
        if byte() == 0x0D { position += 1 }
      } else if next > 0x20 {
        last = position + 1
      }
      position += 1
    }
    position = min(position, end)
    return (name, argumentsStart..<max(argumentsStart, min(last, position)))
  }

  private mutating func skipBlanks() {
    while isNext(" ") || isNext("\t") { position += 1 }
  }

  /// Per file.
  private static let maximumMacroCount = 4096

  /// Records a string constant `NAME @"text"`, or a macro `NAME(parameters) body`.
  private mutating func define(_ range: Range<Int>) {
    let name = bytes[range].prefix(while: Self.isWordByte)
    if name.endIndex < range.upperBound, bytes[name.endIndex] == UInt8(ascii: "(") {
      guard let end = bytes[range].firstIndex(of: UInt8(ascii: ")")),
        macros.count < Self.maximumMacroCount
      else { return }
      let parameters = bytes[(name.endIndex + 1)..<end].split(separator: UInt8(ascii: ",")).map {
        String(decoding: $0.filter(Self.isWordByte), as: UTF8.self)
      }
      let name = String(decoding: name, as: UTF8.self)
      return macros.append(
        SourceMacro(name: name, parameters: parameters, body: (end + 1)..<range.upperBound))
    }
    let value = bytes[name.endIndex..<range.upperBound].drop { $0 <= 0x20 }
    guard let first = value.first else { return }
    let text = first == UInt8(ascii: "@") ? value.dropFirst() : value
    guard text.count > 1, text.first == UInt8(ascii: "\""), text.last == UInt8(ascii: "\"") else {
      return
    }
    let content = text.dropFirst().dropLast()
    guard !content.contains(where: { "\"\\".utf8.contains($0) }) else { return }
    definitions[String(decoding: name, as: UTF8.self)] = content.startIndex..<content.endIndex
  }

  /// Skips to the current condition's `#else` or `#endif`.
  private mutating func skipExcluded() {
    var depth = 0
    while position < end {
      if isNext("#"), isAtLineStart {
        let start = position
        let (name, _) = directive()
        switch name {
        case "if", "ifdef", "ifndef": depth += 1
        case "endif" where depth > 0: depth -= 1
        case "endif":
          closeCondition()
          return
        case "else", "elif", "elseif":
          if depth == 0 { return }
        default: position = max(position, start + 1)
        }
      } else if isNext("/"), isNext("/", 1) {
        skipLineComment()
      } else if isNext("/"), isNext("*", 1) {
        skipBlockComment()
      } else if isNext("\"") {
        skipExcludedString()
      } else {
        position += 1
      }
    }
  }

  private mutating func skipExcludedString() {
    position += 1
    while let next = byte(), next != 0x0A {
      position += next == UInt8(ascii: "\\") && byte(1) != 0x0A ? 2 : 1
      if next == UInt8(ascii: "\"") { break }
    }
    position = min(position, end)
  }
}
