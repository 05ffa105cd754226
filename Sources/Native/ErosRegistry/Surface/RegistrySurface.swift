import ErosConfig
public import ErosCore
import ErosCrypto

/// Everything about an app's native side that JavaScript can observe on one platform.
///
/// ```swift
/// let surface = registry.surface(on: .ios)
/// surface.offers(.method(module: "acmeScan", name: "scan"))
/// ```
///
/// Classes, headers, documentation, order and argument names are not included. If you change them,
/// the app needs a new build, but not a new version. Types are in their normal form.
public struct RegistrySurface: Hashable, Sendable {
  /// A method's signature as its callers see it.
  public struct Method: Hashable, Sendable {
    /// The argument types in order.
    ///
    /// Optional ones end with `?`.
    public var args: [String]
    /// The result type, or `void`.
    public var returns: String
    /// `true` if a call waits for the result.
    public var isSync: Bool
  }

  /// A component's attribute, or a parameter of an embedded view or a widget.
  public struct Attribute: Hashable, Sendable {
    /// The type in its normal form.
    public var type: String
    /// `true` if a page must set the attribute.
    public var isRequired: Bool
  }

  /// A component.
  ///
  /// Each alias counts as a component of its own.
  public struct Component: Hashable, Sendable {
    /// Attributes by name.
    public var attributes: [String: Attribute] = [:]
    /// Payload types by event.
    public var events: [String: String] = [:]
    /// Methods by name.
    public var methods: [String: Method] = [:]
  }

  /// A message that a page sends to an embedded view.
  public struct Message: Hashable, Sendable {
    /// The data's type.
    public var data: String
    /// The result type, or `void`.
    public var returns: String
  }

  /// A native view that mini programs embed.
  public struct EmbedView: Hashable, Sendable {
    /// Parameters by name.
    public var params: [String: Attribute] = [:]
    /// Payload types by event.
    public var events: [String: String] = [:]
    /// Messages by name.
    public var messages: [String: Message] = [:]
  }

  /// The platform that this is about.
  public let platform: Platform
  /// Each module's methods by name.
  public var modules: [String: [String: Method]] = [:]
  /// Components by tag or alias.
  public var components: [String: Component] = [:]
  /// Each widget's parameters, by path.
  public var widgets: [String: [String: Attribute]] = [:]
  /// Each container API's result type, by path.
  public var containerAPIs: [String: String] = [:]
  /// Embedded views by type.
  public var embedViews: [String: EmbedView] = [:]
  /// The APIs that mini programs can call.
  public var jsAPIs: Set<String> = []

  /// Creates an empty surface.
  public init(platform: Platform) {
    self.platform = platform
  }

  /// The input for the fingerprint: JSON with sorted keys, and no spaces or line breaks.
  public var canonicalText: [UInt8] { JSONWriter.write(document) }

  /// Returns the fingerprint: `sha256:` and 64 digits.
  ///
  /// Equal surfaces have equal fingerprints.
  ///
  /// - Throws: `CryptoError` if hashing fails.
  public func fingerprint() throws -> String { try Self.fingerprint(of: canonicalText) }

  /// Returns one fingerprint for `surfaces`, for JavaScript that runs on several platforms.
  ///
  /// - Throws: `CryptoError` if hashing fails.
  public static func fingerprint(of surfaces: [RegistrySurface]) throws -> String {
    let sorted = surfaces.sorted { $0.platform < $1.platform }
    let documents = JSONValue.array(sorted.map { JSONNode($0.document) })
    return try fingerprint(of: JSONWriter.write(documents))
  }

  static func fingerprint(of text: [UInt8]) throws -> String {
    "sha256:\(try SHA256Digest.of(text.span))"
  }
}
