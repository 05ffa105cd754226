extension Unicode.Scalar {
  /// `true` for characters that take two columns on a terminal, such as Chinese and its
  /// punctuation.
  fileprivate var isWide: Bool {
    switch value {
    case 0x1100...0x115F, 0x2E80...0x303E, 0x3041...0xA4CF, 0xAC00...0xD7A3, 0xF900...0xFAFF,
      0xFE30...0xFE6F, 0xFF00...0xFF60, 0xFFE0...0xFFE6, 0x1F300...0x1FAFF, 0x20000...0x3FFFD:
      true
    default: false
    }
  }
}

extension Character {
  /// The number of columns on a terminal.
  var columnCount: Int { isWide ? 2 : 1 }

  fileprivate var isWide: Bool { unicodeScalars.first?.isWide ?? false }

  /// `true` if a line must not start with the character.
  fileprivate var closes: Bool { "，。、；：？！”’）》」』】…),.;:!?".contains(self) }

  /// `true` if a line must not end with the character.
  fileprivate var opens: Bool { "“‘（《「『【(".contains(self) }
}

extension StringProtocol {
  /// The number of columns on a terminal.
  var columnCount: Int { reduce(0) { $0 + $1.columnCount } }

  /// Returns lines of at most `limit` columns.
  ///
  /// A longer word is not split.
  ///
  /// A line ends at a space, or next to a Chinese character.
  func wrapped(toColumns limit: Int) -> [String] {
    var lines = [""]
    var width = 0
    for word in unbreakableParts {
      let end = word.last == " " ? word.dropLast() : word[...]
      if width > 0, width + end.columnCount > limit {
        if lines[lines.count - 1].last == " " { lines[lines.count - 1].removeLast() }
        lines.append("")
        width = 0
      }
      lines[lines.count - 1] += word
      width += word.columnCount
    }
    return lines
  }

  /// The parts that must stay on one line.
  ///
  /// A space ends a part.
  private var unbreakableParts: [String] {
    var parts: [String] = []
    var part = ""
    var previous: Character?
    for character in self {
      if let previous, previous == " " || Self.canBreak(between: previous, and: character) {
        parts.append(part)
        part = ""
      }
      part.append(character)
      previous = character
    }
    return part.isEmpty ? parts : parts + [part]
  }

  private static func canBreak(between left: Character, and right: Character) -> Bool {
    (left.isWide || right.isWide) && !right.closes && right != " " && !left.opens
  }
}
