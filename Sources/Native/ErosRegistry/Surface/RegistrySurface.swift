import ErosConfig
public import ErosCore
import ErosCrypto

/// The part of an app's native side that JavaScript can observe on one platform.
///
/// Classes, headers, documentation, order and argument names are not included. Changing them
/// requires a new build, but not a new version. Types are in their normal form.
public struct RegistrySurface: Hashable, Sendable {
  /// The signature of a method for its callers.
  public struct Method: Hashable, Sendable {
    /// The types of the arguments in order; optional ones end with `?`.
    public var args: [String]
    /// The type of the result, `void` if there is none.
    public var returns: String
    /// Whether a call waits for the result.
    public var isSync: Bool
  }

  /// An attribute of a component, or a parameter of an embedded view or a widget.
  public struct Attribute: Hashable, Sendable {
    /// The type in its normal form.
    public var type: String
    /// Whether a page must set the attribute.
    public var isRequired: Bool
  }

  /// A component; each alias is a separate component.
  public struct Component: Hashable, Sendable {
    /// The attributes, by name.
    public var attributes: [String: Attribute] = [:]
    /// The payload type of each event, by name.
    public var events: [String: String] = [:]
    /// The methods, by name.
    public var methods: [String: Method] = [:]
  }

  /// A message that a page sends to an embedded view.
  public struct Message: Hashable, Sendable {
    /// The type of the data.
    public var data: String
    /// The type of the result, `void` if there is none.
    public var returns: String
  }

  /// A native view that mini programs embed.
  public struct EmbedView: Hashable, Sendable {
    /// The parameters, by name.
    public var params: [String: Attribute] = [:]
    /// The payload type of each event, by name.
    public var events: [String: String] = [:]
    /// The messages, by name.
    public var messages: [String: Message] = [:]
  }

  /// The platform.
  public let platform: Platform
  /// The methods of each module, by the name of the module.
  public var modules: [String: [String: Method]] = [:]
  /// The components, by tag or alias.
  public var components: [String: Component] = [:]
  /// The parameters of each widget, by path.
  public var widgets: [String: [String: Attribute]] = [:]
  /// The result type of each container API, by path.
  public var containerAPIs: [String: String] = [:]
  /// The embedded views of mini programs, by type.
  public var embedViews: [String: EmbedView] = [:]
  /// The names of the APIs that mini programs call.
  public var jsAPIs: Set<String> = []

  /// Creates an empty surface.
  public init(platform: Platform) {
    self.platform = platform
  }

  /// The input of the fingerprint: JSON with sorted keys, without spaces and line breaks.
  public var canonicalText: [UInt8] { JSONWriter.write(document) }

  /// Returns the fingerprint: `sha256:` and 64 digits.
  ///
  /// Equal surfaces have equal fingerprints.
  ///
  /// - Throws: `CryptoError` if hashing fails.
  public func fingerprint() throws -> String { try Self.fingerprint(of: canonicalText) }

  /// Returns the combined fingerprint of `surfaces`, for JavaScript that runs on several platforms.
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
