public import ErosCore

/// Codes for routes and a site's files.
public enum RouteFindingCode: String, FindingCode {
  /// A page's name contains `-` or `.`, so Android takes the wrong part as the hash.
  case pageName = "page-name"
  /// A page is not in a folder directly below the source, so the app cannot find it.
  case pageLocation = "page-location"
  /// A script or style sheet is not in a folder directly below the site, so the app cannot find it.
  case fileLocation = "file-location"
  /// The source lacks a page that the map names.
  case pageMissing = "page-missing"
  /// Two files have the same path in the app.
  case nameClash = "name-clash"
  /// Files refer to each other in a cycle.
  case circularReference = "circular-reference"
  /// The source contains something that cannot be published: a symlink, a device, a large file, an
  /// invalid name.
  case sourceEntry = "source-entry"
  /// A regular expression does not compile.
  case expressionInvalid = "expression-invalid"
  /// A regular expression cannot be checked.
  case expressionUnknown = "expression-unknown"
  /// No URI reaches a route, because earlier routes match all of them.
  case routeHidden = "route-hidden"
  /// iOS and Android open different URIs.
  case platformsDiffer = "platforms-differ"
  /// iOS also opens URIs that contain a matching URI.
  case notAnchored = "not-anchored"
  /// A dot in an expression's host has no backslash, so it matches any character.
  case unescapedDot = "unescaped-dot"
  /// A referenced file is missing.
  case fileMissing = "file-missing"
  /// A file's MD5 differs from the hash in its name.
  case hashMismatch = "hash-mismatch"
  /// A page's name has no hash.
  case hashMissing = "hash-missing"
  /// An address does not refer to a page.
  case badAddress = "bad-address"

  public var severity: Finding.Severity {
    switch self {
    case .fileLocation, .expressionUnknown, .notAnchored, .unescapedDot: .warning
    default: .error
    }
  }

  public var remedy: Message? {
    switch self {
    case .pageName: "rename it"
    case .pageLocation: "move it to a folder directly below the source"
    case .fileLocation: "move it to a folder directly below the site"
    case .pageMissing: "build the pages first, or correct the path in the map"
    case .nameClash: "rename one of the two"
    case .circularReference: "break the cycle"
    case .platformsDiffer: "start the expression with '^' and end it with '$' or '.*$'"
    case .notAnchored: "start the expression with '^'"
    case .unescapedDot: "write '\\.' (in JSON '\\\\.')"
    case .hashMissing: "use a name such as 'demo-c775298867.html'"
    case .hashMismatch: "publish the complete output of `eros routes build` again"
    case .fileMissing, .badAddress, .sourceEntry, .expressionInvalid, .expressionUnknown,
      .routeHidden:
      nil
    }
  }

  public var summary: String {
    switch self {
    case .pageName: "names of pages contain no '-' and no '.'"
    case .pageLocation: "pages are in folders directly below the source"
    case .fileLocation: "scripts and style sheets are in folders directly below the site"
    case .pageMissing: "pages of the map are in the source"
    case .nameClash: "files have different paths in the app"
    case .circularReference: "files do not refer to each other in a cycle"
    case .sourceEntry: "entries of the source can be published"
    case .expressionInvalid: "regular expressions compile"
    case .expressionUnknown: "regular expressions can be checked"
    case .routeHidden: "earlier routes do not hide a route"
    case .platformsDiffer: "iOS and Android open the same URIs"
    case .notAnchored: "routes match complete URIs"
    case .unescapedDot: "dots in hosts have a backslash"
    case .fileMissing: "referenced files exist"
    case .hashMismatch: "hashes in names match the files"
    case .hashMissing: "names of pages have a hash"
    case .badAddress: "addresses refer to pages"
    }
  }
}
