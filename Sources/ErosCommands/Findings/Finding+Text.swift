public import ErosCore

extension [Finding] {
  /// Returns the lines for people, with the severity in color.
  ///
  /// A remedy that consecutive findings share is printed once, after the last of them.
  func lines(_ style: TextStyle) -> [String] {
    indices.flatMap { index in
      let finding = self[index]
      let next = index + 1 < count ? self[index + 1] : nil
      let hint = finding.remedy.flatMap { $0 == next?.remedy ? nil : $0 }
      return [finding.line(style), hint.map { "  hint: \($0.escapedLinesForDisplay)" }]
        .compactMap(\.self)
    }
  }

  /// The numbers of errors and warnings, such as `1 error, 2 warnings`; notes do not count.
  var counts: String {
    let warnings = count { $0.severity == .warning }
    return "\(Readable.count(errors.count, "error")), \(Readable.count(warnings, "warning"))"
  }
}

extension Finding {
  fileprivate func line(_ style: TextStyle) -> String {
    (location.map { $0 + ": " } ?? "")
      + "\(style.of(severity)): \(text) \(style.dim("[\(code)]"))"
  }
}

extension TextStyle {
  fileprivate func of(_ severity: Finding.Severity) -> String {
    switch severity {
    case .error: bad(severity.rawValue)
    case .warning: odd(severity.rawValue)
    case .note: dim(severity.rawValue)
    }
  }
}

extension Finding: Encodable {
  public func encode(to encoder: any Encoder) throws { try EncodedJSON(json).encode(to: encoder) }
}
