public import ErosCore

/// A release in a sandbox: its name, and what the choice between releases needs to know of it.
public struct InstalledRelease: Hashable, Sendable {
  /// What the files beside the pages must be; the tree hash leaves them out.
  public struct Digests: Hashable, Sendable {
    /// The SHA-256 of `bundle.zip`.
    public let zip: SHA256Digest
    /// The SHA-256 of `bundle.config`.
    public let config: SHA256Digest
    /// The manifest that the zip holds, which is unpacked among the pages.
    public let manifest: SHA256Digest

    /// Takes the digests of the three files.
    public init(zip: SHA256Digest, config: SHA256Digest, manifest: SHA256Digest) {
      self.zip = zip
      self.config = config
      self.manifest = manifest
    }
  }

  /// How many bytes there are: what has another size is not even read.
  public struct Sizes: Hashable, Sendable {
    /// How many bytes `bundle.zip` has.
    public let zip: UInt64
    /// Of all files among the pages together, the manifest among them.
    public let pages: UInt64

    /// Takes both sizes, in bytes.
    public init(zip: UInt64, pages: UInt64) {
      self.zip = zip
      self.pages = pages
    }
  }

  /// The name of the release, which binds the name, size and SHA-256 of every page.
  public let tree: TreeHash
  /// When it was built, in milliseconds since 1970; orders releases.
  public let timestamp: Int64
  /// The lowest version of the Android app that it may run on, as its manifest says.
  public let android: String?
  /// The lowest version of the iOS app that it may run on, as its manifest says.
  public let iOS: String?
  /// What the files beside the pages must be.
  public let digests: Digests
  /// How many bytes there must be.
  public let sizes: Sizes

  /// Describes a release; `timestamp` is in milliseconds since 1970.
  ///
  /// Words of more than 64 bytes in `android` and `iOS` count as none.
  public init(
    tree: TreeHash, timestamp: Int64, android: String?, iOS: String?, digests: Digests, sizes: Sizes
  ) {
    self.tree = tree
    self.timestamp = timestamp
    self.android = Self.version(android)
    self.iOS = Self.version(iOS)
    self.digests = digests
    self.sizes = sizes
  }

  /// What stands where a version should be, as long as it could be one.
  private static func version(_ word: String?) -> String? {
    let longestVersion = 64
    return word.flatMap { $0.utf8.count <= longestVersion ? $0 : nil }
  }

  /// Whether two releases of the same files also have the same manifest.
  func says(theSameAs other: InstalledRelease) -> Bool {
    timestamp == other.timestamp && android == other.android && iOS == other.iOS
      && digests.manifest == other.digests.manifest
  }

  /// The lowest version of `app` that the release may run on, or `nil` when it asks for none.
  ///
  /// Words instead of a version, as unbuilt templates hold them, ask for nothing.
  public func requirement(of app: NativeApp) -> NativeVersion? {
    let words =
      switch app.platform {
      case .android: [android]
      case .ios: [iOS]
      case nil: [android, iOS]
      }
    return words.compactMap { $0.flatMap { NativeVersion($0) } }.max()
  }

  /// Whether `app` is as new as the release asks; an unknown app is.
  public func runs(on app: NativeApp?) -> Bool {
    guard let app, let requirement = requirement(of: app) else { return true }
    return app.version >= requirement
  }
}
