public import ErosConfig
public import ErosCore
import ErosCrypto

/// Everything about an app's native side that JavaScript can observe on one platform.
///
/// ```swift
/// let surface = registry.surface(on: .ios)
/// surface.offers(.member(.method, "scan", of: .module, "acmeScan"))
/// ```
///
/// Classes, headers, documentation, order and argument names are not included. If you change them,
/// the app needs a new build, but not a new version. Types are in their normal form.
public struct RegistrySurface: Hashable, Sendable {
  /// A member of an entry as pages see it.
  public struct Member: Hashable, Sendable {
    /// The types that a page passes: a method's arguments in order, a message's data, or the value
    /// of an attribute or a parameter.
    ///
    /// Optional arguments end with `?`.
    public var inputs: [String] = []
    /// The type that a page gets: a result, an event's payload or a response.
    public var output: String?
    /// `true` if a call waits for the result.
    public var isSync = false
    /// `true` if a page must set the attribute or parameter.
    public var isRequired = false
  }

  /// An entry as pages see it.
  public struct Entry: Hashable, Sendable {
    private var members: [MemberKind: [String: Member]]

    init(_ members: [MemberKind: [String: Member]] = [:]) {
      self.members = members.filter { !$0.value.isEmpty }
    }

    /// The members of a kind, by name.
    public subscript(kind: MemberKind) -> [String: Member] {
      get { members[kind] ?? [:] }
      set { members[kind] = newValue.isEmpty ? nil : newValue }
    }

    /// The type of the response to a request.
    var response: String? {
      get { self[.response][MemberKind.response.rawValue]?.output }
      set { self[.response][MemberKind.response.rawValue] = newValue.map { Member(output: $0) } }
    }

    /// Returns `true` if no member is declared, besides methods unless you include these.
    func isEmpty(includingMethods: Bool) -> Bool {
      members.keys.allSatisfy { $0 == .method && !includingMethods }
    }
  }

  /// The platform that this is about.
  public let platform: Platform
  private var entries: [EntryKind: [String: Entry]] = [:]

  /// The entries of a kind, by the name, path or type that pages use.
  ///
  /// Each alias of a component counts as a component of its own.
  public subscript(kind: EntryKind) -> [String: Entry] {
    get { entries[kind] ?? [:] }
    // In place: with a copy for each added entry, large surfaces would take quadratic time.
    _modify {
      defer { if entries[kind]?.isEmpty == true { entries[kind] = nil } }
      yield &entries[kind, default: [:]]
    }
  }

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
