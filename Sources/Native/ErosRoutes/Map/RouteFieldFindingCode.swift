package import ErosCore

/// The codes of findings about the fields of a route, except its expression.
package enum RouteFieldFindingCode: String, FindingCode {
  /// The address of the page does not use HTTPS.
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
