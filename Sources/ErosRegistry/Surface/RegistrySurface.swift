import ErosConfig
public import ErosCore
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
    /// The type of the result, `void` where there is none.
    public var returns: String
    /// Whether a call waits for the result.
    public var isSync: Bool
  }

  /// An attribute of a component, or a parameter of an embedded view or a widget.
  public struct Attribute: Hashable, Sendable {
    /// The type in its normal form.
    public var type: String
    /// Whether a page has to give it.
    public var isRequired: Bool
  }

  /// A tag; its aliases are components of their own.
  public struct Component: Hashable, Sendable {
    /// The attributes, by name.
    public var attributes: [String: Attribute] = [:]
    /// What each event carries.
    public var events: [String: String] = [:]
    /// The methods, by name.
    public var methods: [String: Method] = [:]
  }

  /// A message that a page sends to an embedded view.
  public struct Message: Hashable, Sendable {
    /// The type of what the page sends.
    public var data: String
    /// The type of the answer, `void` where there is none.
    public var returns: String
  }

  /// A native view of mini programs.
  public struct EmbedView: Hashable, Sendable {
    /// The parameters, by name.
    public var params: [String: Attribute] = [:]
    /// The type of what each event carries, by its name.
    public var events: [String: String] = [:]
    /// The messages, by name.
    public var messages: [String: Message] = [:]
  }

  /// The platform it is about.
  public let platform: Platform
  /// The methods of each module, by its name.
  public var modules: [String: [String: Method]] = [:]
  /// The components, by tag; an alias is one of them.
  public var components: [String: Component] = [:]
  /// The parameters of each widget, by its path.
  public var widgets: [String: [String: Attribute]] = [:]
  /// What each container API answers, by its path.
  public var containerAPIs: [String: String] = [:]
  /// The embedded views of mini programs, by type.
  public var embedViews: [String: EmbedView] = [:]
  /// The names of the APIs that mini programs call.
  public var jsAPIs: Set<String> = []

  /// Begins with nothing.
  public init(platform: Platform) {
    self.platform = platform
  }

  /// Whether it offers nothing.
  public var isEmpty: Bool { self == RegistrySurface(platform: platform) }

  /// The bytes that the fingerprint is made of: sorted keys, no space, no newline.
  public var canonicalText: [UInt8] { JSONWriter.write(document) }

  /// `sha256:` and 64 digits; two surfaces are the same when their fingerprints are.
  ///
  /// - Throws: `CryptoError` when the library that hashes fails.
  public func fingerprint() throws -> String { try Self.fingerprint(of: canonicalText) }

  /// The fingerprint of what JavaScript sees when it runs on several platforms.
  ///
  /// - Throws: `CryptoError` when the library that hashes fails.
  public static func fingerprint(of surfaces: [RegistrySurface]) throws -> String {
    let sorted = surfaces.sorted { $0.platform < $1.platform }
    let documents = JSONValue.array(sorted.map { JSONNode($0.document) })
    return try fingerprint(of: JSONWriter.write(documents))
  }

  package static func fingerprint(of text: [UInt8]) throws -> String {
    "sha256:\(try SHA256Digest.of(text.span))"
  }
}
