import ErosCore

extension [Finding] {
  /// The findings in the order of the text.
  ///
  /// Those without a position come first.
  var inPositionOrder: [Finding] {
    let sorted = enumerated().sorted {
      ($0.element.position?.order ?? 0, $0.offset) < ($1.element.position?.order ?? 0, $1.offset)
    }
    return sorted.map(\.element)
  }
}

extension TextPosition {
  /// A number that orders positions.
  fileprivate var order: Int { line << 24 + min(column, 1 << 24 - 1) }
}
