extension String {
  /// The text with everything that a terminal could act on, or an eye could miss, written as `\u{…}`.
  ///
  /// Names from hostile files are shown this way, always.
  public var escapedForDisplay: String {
    var result = ""
    for scalar in unicodeScalars {
      switch scalar.properties.generalCategory {
      case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate, .privateUse,
        .unassigned:
        result += "\\u{" + String(scalar.value, radix: 16) + "}"
      default:
        result.unicodeScalars.append(scalar)
      }
    }
    return result
  }
}
