import ErosConfig
import ErosCore
import ErosCrypto

/// What the JavaScript of an app can observe of its native side, on one platform.
///
/// Classes, headers, documentation, order and the names of arguments are not part of it: a change of
/// those needs a new build, but no new version. Types are in their normal form.
public struct RegistrySurface: Hashable, Sendable {
  /// A method as its callers see it.
  public struct Method: Hashable, Sendable {
    /// The arguments' types in their order, an optional one with `?` at its end.
    public var args: [String]
    public var returns: String
    public var isSync: Bool
  }

  /// An attribute of a component, or a parameter of an embedded view or a widget.
  public struct Attribute: Hashable, Sendable {
    public var type: String
    public var isRequired: Bool
  }

  /// A tag; its aliases are components of their own.
  public struct Component: Hashable, Sendable {
    public var attributes: [String: Attribute] = [:]
    /// What each event carries.
    public var events: [String: String] = [:]
    public var methods: [String: Method] = [:]
  }

  /// A message that a page sends to an embedded view.
  public struct Message: Hashable, Sendable {
    public var data: String
    public var returns: String
  }

  /// A native view of mini programs.
  public struct EmbedView: Hashable, Sendable {
    public var params: [String: Attribute] = [:]
    public var events: [String: String] = [:]
    public var messages: [String: Message] = [:]
  }

  public let platform: Platform
  public var modules: [String: [String: Method]] = [:]
  public var components: [String: Component] = [:]
  /// The parameters of each widget, by its path.
  public var widgets: [String: [String: Attribute]] = [:]
  /// What each container API answers, by its path.
  public var containerAPIs: [String: String] = [:]
  public var embedViews: [String: EmbedView] = [:]
  public var jsAPIs: Set<String> = []

  public init(platform: Platform) {
    self.platform = platform
  }

  public var isEmpty: Bool { self == RegistrySurface(platform: platform) }

  /// The bytes that the fingerprint is made of: sorted keys, no space, no newline.
  public var canonicalText: [UInt8] { JSONWriter.write(document) }

  /// `sha256:` and 64 digits; two surfaces are the same when their fingerprints are.
  public func fingerprint() throws -> String { try Self.fingerprint(of: canonicalText) }

  /// The fingerprint of what JavaScript sees when it runs on several platforms.
  public static func fingerprint(of surfaces: [RegistrySurface]) throws -> String {
    let sorted = surfaces.sorted { $0.platform < $1.platform }
    let documents = JSONValue.array(sorted.map { JSONNode($0.document) })
    return try fingerprint(of: JSONWriter.write(documents))
  }

  static func fingerprint(of text: [UInt8]) throws -> String {
    "sha256:\(try SHA256Digest.of(text.span))"
  }
}
