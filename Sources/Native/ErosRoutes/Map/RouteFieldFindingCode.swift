package import ErosCore

/// Codes for a route's fields.
///
/// Findings about the expression have a ``RouteFindingCode``.
package enum RouteFieldFindingCode: String, FindingCode {
  /// The page's address does not use HTTPS.
  case remoteFile = "remote_file"
  /// The time is not in RFC 1123 format.
  case deployTime = "deploy_time"

  package var severity: Finding.Severity { .warning }

  package var remedy: Message? {
    switch self {
    case .remoteFile: nil
    case .deployTime: "use the form 'Sun, 09 Oct 2016 07:43:47 GMT'"
    }
  }
}
