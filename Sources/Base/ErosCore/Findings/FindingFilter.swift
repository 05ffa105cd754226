/// Findings that a user has chosen to omit.
///
/// Each rule is `CODE`, or `CODE:PATH` for findings about a single file. The path is the finding's
/// file, or its subject such as a missing file. It may be relative to the project folder. A
/// subject's path may also be relative to the folder of pages:
///
/// ```
/// nativeVersionUnknown
/// assetMissing:dist/pages/help/index.js
/// assetMissing:dist/assets/later.png
/// assetMissing:assets/later.png
/// ```
public struct FindingFilter: Hashable, Sendable {
  /// Omits findings with a code, in one file or anywhere.
  public struct Rule: Hashable, Sendable, CustomStringConvertible {
    /// The findings' code.
    public let code: String
    /// The findings' file or subject, or `nil` for all findings with the code.
    public let path: String?

    /// Parses `CODE` or `CODE:PATH`.
    ///
    /// Returns `nil` if one part is empty.
    public init?(_ text: String) {
      let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        .map(String.init)
      guard !parts.contains("") else { return nil }
      code = parts[0]
      path = parts.count > 1 ? parts[1] : nil
    }

    public var description: String { path.map { "\(code):\($0)" } ?? code }
  }

  /// The rules, in the user's order.
  public let rules: [Rule]

  /// Paths may be relative to it.
  private let folder: String

  /// Contains the findings' subjects, or is `nil` if subjects are not paths in a folder.
  private let pages: String?

  /// Creates a filter.
  ///
  /// Paths may be relative to the project folder and the folder of pages.
  public init(_ rules: [Rule] = [], in folder: String = ".", pages: String? = nil) {
    self.rules = rules
    self.folder = folder
    self.pages = pages
  }

  /// Returns `true` if a rule omits the finding.
  public func omits(_ finding: Finding) -> Bool {
    rules.contains { matches($0, finding) }
  }

  /// Returns the rules with a path that match nothing, for example because the file was corrected.
  public func unused(for findings: [Finding]) -> [Rule] {
    rules.filter { rule in
      rule.path != nil && !findings.contains { matches(rule, $0) }
    }
  }

  private func matches(_ rule: Rule, _ finding: Finding) -> Bool {
    guard finding.code == rule.code else { return false }
    guard let path = rule.path else { return true }
    let paths = [path, Self.joined(folder, path)]
    let inPages = pages.flatMap { pages in finding.subject.map { Self.joined(pages, $0) } }
    return [finding.file, finding.subject, inPages].contains { $0.map(paths.contains) ?? false }
  }

  private static func joined(_ folder: String, _ path: String) -> String {
    folder == "." || path.hasPrefix("/") ? path : folder + "/" + path
  }
}
