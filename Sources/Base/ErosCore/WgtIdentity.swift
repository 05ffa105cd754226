/// The identity of a uni-app resource package (wgt): the `id` and `version` of its `manifest.json`.
///
/// ```swift
/// let identity = try WgtIdentity(bytes)
/// if identity.appID == installed.appID, identity.isNewer(than: installed) { install() }
/// ```
///
/// `plus.runtime.install` compares both with the app. A build has the keys `id` and `version`, and
/// the sources of an app have `appid`, `versionName` and `versionCode`.
public struct WgtIdentity: Hashable, Sendable {
  /// The manifest's name at the top of a package.
  public static let fileName = "manifest.json"

  /// The suffix by which `plus.runtime.install` recognizes a package.
  package static let suffix = ".wgt"

  /// Limits on a manifest, which usually has a few kilobytes.
  package static let limits = JSONReader.Limits(bytes: 1 << 20, values: 100_000)

  /// The appid, such as `__UNI__1234567`.
  public let appID: String

  /// The name of the version, such as `1.0.1`.
  public let version: String

  /// The number of the version, such as 101, which the client does not compare.
  public let code: Int64?

  /// The numbers in ``version``.
  private let numbers: [Int32]

  /// The name that HBuilderX gives to a package.
  package var packageName: String { appID + Self.suffix }

  /// Reads the `manifest.json` of a build.
  ///
  /// - Throws: ``WgtFailure`` if `plus.runtime.install` would refuse it.
  public init(_ bytes: [UInt8]) throws(WgtFailure) {
    let node: JSONNode
    do throws(JSONError) {
      node = try JSONReader.read(bytes, file: Self.fileName, limits: Self.limits)
    } catch {
      throw WgtFailure(error.problem)
    }
    guard let root = node.value.object else {
      throw WgtFailure("'\(Self.fileName)' is \(node.value.kindName), not an object")
    }
    do throws(WgtFailure) {
      try self.init(build: root)
    } catch {
      let isOfBuild = root["@platforms"] != nil || root["id"]?.string?.hasPrefix("__UNI__") == true
      throw WgtFailure(error.message, isOfBuild: isOfBuild)
    }
  }

  private init(build root: JSONObject) throws(WgtFailure) {
    guard root["id"] != nil || root["appid"] == nil else {
      throw WgtFailure("'\(Self.fileName)' belongs to the sources of an app, not to a build")
    }
    guard let appID = root["id"]?.string, !appID.isEmpty else {
      throw WgtFailure("'\(Self.fileName)' does not have an appid in 'id'")
    }
    guard let version = root["version"]?.object, let name = version["name"] else {
      throw WgtFailure("'\(Self.fileName)' does not have a version in 'version.name'")
    }
    try self.init(appID, name, version["code"])
  }

  private init(_ appID: String, _ name: JSONValue, _ code: JSONValue?) throws(WgtFailure) {
    // The client names a folder after it.
    guard !appID.isEmpty, appID.utf8.count <= 64,
      appID.utf8.allSatisfy({ $0.isAlphanumeric || "_-".utf8.contains($0) })
    else { throw WgtFailure("the appid '\(appID.escapedForDisplay)' is invalid") }
    guard let version = name.string, let numbers = Self.numbers(in: version) else {
      let written = name.string.map { "'\($0.escapedForDisplay)'" } ?? name.kindName
      throw WgtFailure("the version must be numbers with dots, such as '1.0.1', not \(written)")
    }
    self.appID = appID
    self.version = version
    self.numbers = numbers
    self.code = code.flatMap { $0.integer ?? $0.string.flatMap { Int64($0) } }
  }

  /// The client reads each number as a 32-bit integer.
  private static func numbers(in version: String) -> [Int32]? {
    let parts = version.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    let numbers = parts.compactMap { part in
      part.allSatisfy(\.isDigit) ? Int32(String(decoding: part, as: UTF8.self)) : nil
    }
    return numbers.count == parts.count ? numbers : nil
  }

  /// Reads the `manifest.json` of an app's sources, which may contain comments.
  ///
  /// Returns `nil` for any other document.
  ///
  /// - Throws: ``WgtFailure`` if `plus.runtime.install` would refuse a package of these sources.
  package init?(sources bytes: [UInt8]) throws(WgtFailure) {
    guard let manifest = try? UniManifest(bytes, file: Self.fileName, limits: Self.limits),
      let appID = manifest.appID?.string, let name = manifest.versionName
    else { return nil }
    try self.init(appID, name.value, manifest.versionCode)
  }

  /// Returns `true` if the client installs this package over `other`.
  ///
  /// It compares number by number: 1.10 follows 1.9, and 1.0.0 follows 1.0.
  public func isNewer(than other: WgtIdentity) -> Bool {
    other.numbers.lexicographicallyPrecedes(numbers)
  }
}

/// Tells why `plus.runtime.install` would refuse a resource package.
public struct WgtFailure: Error, Sendable {
  /// The reason.
  public let message: Message

  /// `true` if the manifest clearly comes from a build for apps.
  package let isOfBuild: Bool

  init(_ message: Message, isOfBuild: Bool = false) {
    self.message = message
    self.isOfBuild = isOfBuild
  }
}
