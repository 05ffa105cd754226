public import ErosCore

extension [Finding] {
  /// Returns the lines of text, with the severity in color.
  ///
  /// A remedy shared by consecutive findings is printed once, after the last of them. The first
  /// notes with a code are printed, and further notes with this code are counted.
  package func lines(_ style: TextStyle) -> [String] {
    var noteCounts: [String: Int] = [:]
    let shown = filter { finding in
      guard finding.severity == .note else { return true }
      noteCounts[finding.code, default: 0] += 1
      return noteCounts[finding.code, default: 0] <= Self.maximumShownNotes
    }
    let lines = shown.indices.flatMap { index in
      let finding = shown[index]
      let next = index + 1 < shown.count ? shown[index + 1] : nil
      let hint = finding.remedy.flatMap { $0 == next?.remedy ? nil : $0 }
      return [
        finding.line(style),
        hint.map { "  " + style.label("hint") + style.text($0).escapedForDisplay },
      ]
      .compactMap(\.self)
    }
    let omitted = noteCounts.mapValues { $0 - Self.maximumShownNotes }.filter { $0.value > 0 }
    return lines
      + omitted.sorted { inByteOrder($0.key, $1.key) }.map { code, count in
        style.text("\(Readable.count(count, "more note")) [\(code)]; `--json` prints all")
      }
  }

  /// The maximum number of printed notes with one code.
  private static let maximumShownNotes = 10

  /// The numbers of errors and warnings, such as `1 error, 2 warnings`; notes do not count.
  package var counts: String {
    let warnings = count { $0.severity == .warning }
    return "\(Readable.count(errors.count, "error")), \(Readable.count(warnings, "warning"))"
  }
}

extension Finding {
  /// The line has the form of compilers in every language, because editors and Xcode search for it.
  fileprivate func line(_ style: TextStyle) -> String {
    (location.map { $0 + ": " } ?? "")
      + "\(style.of(severity)): \(style.text(text)) \(style.dim("[\(code)]"))"
  }
}

extension TextStyle {
  fileprivate func of(_ severity: Finding.Severity) -> String {
    switch severity {
    case .error: failure(severity.rawValue)
    case .warning: warning(severity.rawValue)
    case .note: dim(severity.rawValue)
    }
  }
}

extension Finding: Encodable {
  public func encode(to encoder: any Encoder) throws { try EncodedJSON(json).encode(to: encoder) }
}
