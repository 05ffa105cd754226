/// A finding about routes or the files of a site.
public struct RouteProblem: Hashable, Sendable {
  /// The severity of a finding.
  public enum Severity: String, Sendable {
    /// The site is rejected.
    case error
    /// The site is accepted.
    case warning
  }

  /// The kind of a finding; a contract for scripts.
  public enum Code: String, Sendable {
    /// The name of a page contains `-` or `.`, so Android reads the wrong part of it as the hash.
    case pageName = "page-name"
    /// A page is not in a folder directly below the source, so the app does not find it.
    case pagePlace = "page-place"
    /// A script or a style sheet is not in a folder directly below the site, so the app does not find it.
    case filePlace = "file-place"
    /// A page of the map is not in the source.
    case pageMissing = "page-missing"
    /// Two files have the same path in the app.
    case nameClash = "name-clash"
    /// Files refer to each other in a cycle.
    case circularReference = "circular-reference"
    /// An entry of the source cannot be published: a symlink, a device, a large file, an invalid name.
    case sourceEntry = "source-entry"
    /// A regular expression does not compile.
    case expressionInvalid = "expression-invalid"
    /// A regular expression cannot be checked.
    case expressionUnknown = "expression-unknown"
    /// Earlier routes take every URI of a route.
    case routeHidden = "route-hidden"
    /// iOS and Android open different URIs.
    case platformsDiffer = "platforms-differ"
    /// iOS also opens URIs that contain a matching URI.
    case notAnchored = "not-anchored"
    /// A dot in the host of an expression has no backslash, so it matches any character.
    case unescapedDot = "unescaped-dot"
    /// A referenced file is missing.
    case fileMissing = "file-missing"
    /// The MD5 of a file does not match the hash in its name.
    case hashMismatch = "hash-mismatch"
    /// The name of a page does not contain a hash.
    case hashMissing = "hash-missing"
    /// An address is not the address of a page.
    case badAddress = "bad-address"
  }

  /// The kind of the finding.
  public let code: Code
  /// The severity of the finding.
  public let severity: Severity
  /// The subject: a file, or the expression of a route.
  public let subject: String
  /// The message: what was found and what was expected.
  public let message: String

  /// Creates a finding about `subject`.
  public init(
    _ code: Code, _ subject: String, _ message: String, _ severity: Severity = .error
  ) {
    self.code = code
    self.severity = severity
    self.subject = subject
    self.message = message
  }

  /// The finding with the severity of a warning.
  var asWarning: RouteProblem { RouteProblem(code, subject, message, .warning) }
}
