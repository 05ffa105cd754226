import ErosCore

extension [Finding] {
  /// Returns the lines of text, with the severity in color.
  ///
  /// If consecutive findings share a remedy, it is printed once, after the last of them. If there
  /// are many notes with one code, or many entries with the same error or warning, the first few
  /// are printed and the rest is counted.
  func lines(_ style: TextStyle) -> [String] {
    var counts: [FindingGroup: Int] = [:]
    let visibleFindings = filter { finding in
      guard let group = FindingGroup(finding) else { return true }
      counts[group, default: 0] += 1
      return counts[group, default: 0] <= group.maximumCount
    }
    let lines = visibleFindings.indices.flatMap { index in
      let finding = visibleFindings[index]
      let next = index + 1 < visibleFindings.count ? visibleFindings[index + 1] : nil
      let hint = finding.remedy.flatMap { $0 == next?.remedy ? nil : $0 }
      return [
        finding.text(style),
        hint.map { "  " + style.label("hint") + style.text($0.escapedForDisplay) },
      ]
      .compactMap(\.self)
    }
    let omitted = counts.compactMap { group, count -> (String, Message)? in
      let omitted = count - group.maximumCount
      guard omitted > 0 else { return nil }
      return (group.code + group.message, group.summary(of: omitted))
    }
    return lines + omitted.sorted { inByteOrder($0.0, $1.0) }.map { style.text($0.1) }
  }

  /// The numbers of errors and warnings, such as `1 error, 2 warnings`.
  ///
  /// Notes do not count.
  var counts: String {
    let warnings = count { $0.severity == .warning }
    return "\(Readable.count(errors.count, "error")), \(Readable.count(warnings, "warning"))"
  }
}

extension Finding {
  /// Looks like a compiler's message in every language, because editors and Xcode search for it.
  fileprivate func text(_ style: TextStyle) -> String {
    (location.map { $0 + ": " } ?? "")
      + "\(style.of(severity)): \(style.text(line)) \(style.dim("[\(code)]"))"
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

extension Finding: JSONRepresentable {}

/// A kind of finding that may occur so often that only the first few are printed.
private struct FindingGroup: Hashable {
  let severity: Finding.Severity
  let code: String
  /// The message if these are errors or warnings.
  ///
  /// Empty for notes.
  let message: String

  /// Returns `nil` for a finding that is always printed: an error or a warning at a position.
  init?(_ finding: Finding) {
    guard finding.severity == .note || (finding.position == nil && finding.subject != nil) else {
      return nil
    }
    severity = finding.severity
    code = finding.code
    message = finding.severity == .note ? "" : "\(finding.file ?? ""): \(finding.message)"
  }

  var maximumCount: Int { severity == .note ? 10 : 5 }

  /// Counts the findings that are not printed.
  func summary(of count: Int) -> Message {
    switch (severity, count) {
    case (.error, 1): "1 more error [\(code)]; `--json` prints all"
    case (.error, _): "\(count) more errors [\(code)]; `--json` prints all"
    case (.warning, 1): "1 more warning [\(code)]; `--json` prints all"
    case (.warning, _): "\(count) more warnings [\(code)]; `--json` prints all"
    case (.note, 1): "1 more note [\(code)]; `--json` prints all"
    case (.note, _): "\(count) more notes [\(code)]; `--json` prints all"
    }
  }
}
