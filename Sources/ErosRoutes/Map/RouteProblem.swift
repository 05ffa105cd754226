/// One finding about routes or the files of a site.
public struct RouteProblem: Hashable, Sendable {
  /// How much a finding matters.
  public enum Severity: String, Sendable {
    /// What has it is refused.
    case error
    /// Odd, and stops nobody.
    case warning
  }

  /// What kind of finding it is; a contract for scripts.
  public enum Code: String, Sendable {
    /// A page's name holds `-` or `.`, so Android takes the wrong part of it for the hash.
    case pageName = "page-name"
    /// A page does not lie in a folder of the source itself, so the app does not find it.
    case pagePlace = "page-place"
    /// A script or a style sheet lies where an app does not look for it in what it ships.
    case filePlace = "file-place"
    /// The map names a page that was not built.
    case pageMissing = "page-missing"
    /// Two files have the same place in the app.
    case nameClash = "name-clash"
    /// Files refer to each other in a circle.
    case circularReference = "circular-reference"
    /// Something in the source is no plain file or folder.
    case sourceEntry = "source-entry"
    /// A regular expression does not compile.
    case expressionInvalid = "expression-invalid"
    /// A regular expression cannot be judged.
    case expressionUnknown = "expression-unknown"
    /// Every URI of a route belongs to earlier ones.
    case routeHidden = "route-hidden"
    /// iOS and Android open different URIs.
    case platformsDiffer = "platforms-differ"
    /// iOS finds the expression in the middle of other URIs as well.
    case notAnchored = "not-anchored"
    /// A dot in the host of an expression has no backslash, so it matches any character.
    case unescapedDot = "unescaped-dot"
    /// A file that is named is not there.
    case fileMissing = "file-missing"
    /// A file's bytes are not those that its name promises.
    case hashMismatch = "hash-mismatch"
    /// A page's name promises nothing about its bytes.
    case hashMissing = "hash-missing"
    /// An address can be no file of a site.
    case badAddress = "bad-address"
  }

  /// What kind of finding it is.
  public let code: Code
  /// How much it matters.
  public let severity: Severity
  /// What it is about: a file, or the expression of a route.
  public let subject: String
  /// What was found and what was expected.
  public let message: String

  /// Describes a finding about `subject`: an error, unless `severity` says otherwise.
  public init(
    _ code: Code, _ subject: String, _ message: String, _ severity: Severity = .error
  ) {
    self.code = code
    self.severity = severity
    self.subject = subject
    self.message = message
  }

  /// The same as something that stops nobody.
  var asWarning: RouteProblem { RouteProblem(code, subject, message, .warning) }
}
