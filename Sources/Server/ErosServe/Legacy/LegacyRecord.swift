import ErosCore
import ErosTransport

/// A record of a packed bundle, which the old command line posts to `/app/add`.
///
/// The server has no keys, so a record publishes nothing. It is only compared with the signed
/// releases of the channel, so that a build that still posts records learns if clients get its
/// bundle.
struct LegacyRecord: Sendable {
  private let jsVersion: BundleVersion
  private let built: Int64
  private let native: [Platform: String]
  private let jsPath: String

  /// Returns `nil` if a field is missing or malformed.
  init?(_ fields: FormFields) {
    guard let jsVersion = fields["jsVersion"].flatMap({ BundleVersion($0) }),
      let built = fields["timestamp"].flatMap({ Int64($0) }), let jsPath = fields["jsPath"]
    else { return nil }
    self.jsVersion = jsVersion
    self.built = built
    self.jsPath = jsPath
    native = Dictionary(
      Platform.allCases.compactMap { platform in fields[platform.manifestKey].map { (platform, $0) }
      },
      uniquingKeysWith: { first, _ in first })
  }

  enum Outcome: Sendable, Equatable {
    /// The channel offers this bundle.
    case known
    /// The channel offers the version, but with other values.
    case different
    case unpublished
    /// `jsPath` is not one that the configuration allows.
    case forbiddenPath
    /// The record is incomplete, or its app unknown.
    case malformed
    case forbidden
    /// The configuration does not turn records on.
    case disabled

    var bytes: [UInt8] {
      switch self {
      case .known: LegacyResponse.document(0, "success")
      case .malformed:
        LegacyResponse.document(
          400, "appName, jsPath, jsVersion or timestamp is missing or malformed")
      case .forbidden: LegacyResponse.document(403, "the token is missing or wrong")
      case .disabled: LegacyResponse.document(403, "this server does not accept records")
      case .forbiddenPath: LegacyResponse.document(403, "this jsPath is not allowed")
      case .unpublished:
        LegacyResponse.document(
          404, "the channel does not have this jsVersion; publish it with `eros publish --legacy`")
      case .different:
        LegacyResponse.document(409, "the channel has this jsVersion with other values")
      }
    }
  }

  func outcome(in app: LegacyApp, allowedPaths: [WebAddress]) -> Outcome {
    guard let path = try? WebAddress(jsPath),
      allowedPaths.contains(where: { Self.isBelow(path, $0) })
    else { return .forbiddenPath }
    guard let release = app.versions[jsVersion], release.isAvailable else { return .unpublished }
    let isSame =
      release.built == built
      && native.allSatisfy { release.native[$0.key] == nil || release.native[$0.key] == $0.value }
    return isSame ? .known : .different
  }

  private static func isBelow(_ address: WebAddress, _ parent: WebAddress) -> Bool {
    guard address.scheme == parent.scheme, address.host == parent.host,
      address.port == parent.port
    else { return false }
    let folder = parent.path.hasSuffix("/") ? parent.path : parent.path + "/"
    return (address.path + "/").hasPrefix(folder)
  }
}
