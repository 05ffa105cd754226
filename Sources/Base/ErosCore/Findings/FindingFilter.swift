/// The findings that a user has chosen to omit.
///
/// Each rule is `CODE`, or `CODE:PATH` for the findings of one file. The path is the file of the
/// finding or its subject, such as a missing file. It may be relative to the project folder, and the
/// path of a subject also to the folder of the pages:
///
/// ```
/// nativeVersionUnknown
/// assetMissing:dist/pages/help/index.js
/// assetMissing:dist/assets/later.png
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
  }

  /// The rules.
  public let rules: [Rule]

  /// The folder that paths may be relative to.
  private let folder: String

  /// The folder that contains the subjects of findings, or `nil` if subjects are not paths in a folder.
  private let pages: String?

  /// Creates a filter; `folder` is the project folder and `pages` the folder of the pages, for
  /// relative paths.
  public init(_ rules: [Rule] = [], in folder: String = ".", pages: String? = nil) {
    self.rules = rules
    self.folder = folder
    self.pages = pages
  }

  /// Whether `finding` is omitted.
  public func omits(_ finding: Finding) -> Bool {
    rules.contains { matches($0, finding) }
  }

  /// The rules with a path that match no finding in `findings`, for example because the file was
  /// corrected.
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
