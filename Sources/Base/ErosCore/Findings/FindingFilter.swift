/// The findings that a user has chosen to omit.
///
/// Each rule is `CODE`, or `CODE:PATH` for the findings of one file. The path is the file of the
/// finding or its subject, such as a missing file. It may be relative to the project folder:
///
/// ```
/// nativeVersionUnknown
/// assetMissing:dist/pages/help/index.js
/// assetMissing:assets/later.png
/// ```
public struct FindingFilter: Hashable, Sendable {
  /// A rule that omits findings.
  public struct Rule: Hashable, Sendable, CustomStringConvertible {
    /// The code of the findings.
    public let code: String
    /// The file or the subject of the findings, or `nil` for all findings with the code.
    public let path: String?

    /// Parses `CODE` or `CODE:PATH`; returns `nil` if one of them is empty.
    public init?(_ text: String) {
      let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        .map(String.init)
      guard !parts.contains("") else { return nil }
      code = parts[0]
      path = parts.count > 1 ? parts[1] : nil
    }

    public var description: String { path.map { "\(code):\($0)" } ?? code }

    /// Whether the rule omits `finding`; `folder` is the project folder.
    fileprivate func matches(_ finding: Finding, in folder: String) -> Bool {
      guard finding.code == code else { return false }
      guard let path else { return true }
      let paths = [path, FindingFilter.joined(folder, path)]
      return [finding.file, finding.subject].contains { $0.map(paths.contains) ?? false }
    }
  }

  /// The rules.
  public let rules: [Rule]

  /// The folder that paths may be relative to.
  private let folder: String

  /// Creates a filter; `folder` is the project folder, for relative paths.
  public init(_ rules: [Rule] = [], in folder: String = ".") {
    self.rules = rules
    self.folder = folder
  }

  /// Whether `finding` is omitted.
  public func omits(_ finding: Finding) -> Bool {
    rules.contains { $0.matches(finding, in: folder) }
  }

  /// The rules with a path that match no finding in `findings`, for example because the file was
  /// corrected.
  public func unused(for findings: [Finding]) -> [Rule] {
    rules.filter { rule in
      rule.path != nil && !findings.contains { rule.matches($0, in: folder) }
    }
  }

  private static func joined(_ folder: String, _ path: String) -> String {
    folder == "." || path.hasPrefix("/") ? path : folder + "/" + path
  }
}
