import ErosCore
import ErosCrypto

extension NativeConfig {
  /// The keys of `url` for addresses of a developer's computer.
  private static let developmentKeys = ["jsServer", "socketServer", "debugServer"]

  /// The keys that only `eros generate` reads.
  ///
  /// Apps also read `routes`, so it stays.
  private static let generatorKeys = [
    "$schema", "generate", "types", "modules", "components", "handlers", "widgets", "containerAPIs",
    "decorators", "proxies", "embedViews", "customViews", "jsApis",
  ]

  /// Returns the encrypted file that an app ships.
  ///
  /// The file omits the addresses of a developer's computer, which the old tool put into every
  /// release: `ip`, `url.jsServer`, `url.socketServer` and `url.debugServer`. It also omits the
  /// keys that only commands of `eros` read. With `devServer`, `url.jsServer` and
  /// `url.socketServer` refer to this server. All other keys keep their values and order.
  ///
  /// - Throws: `CryptoError` if the encryption fails.
  public func shippedCopy(devServer: DevelopmentServer? = nil) throws -> [UInt8] {
    try ShippedConfigCipher.encrypt(
      JSONWriter.write(.object(shippedRoot(devServer: devServer))))
  }

  private func shippedRoot(devServer: DevelopmentServer?) -> JSONObject {
    var root = root
    for key in ["ip"] + Self.generatorKeys { root[key] = nil }
    for section in Self.toolSections where isToolSection(section) { root[section] = nil }
    // Keeps a `url` of the wrong type: `validate()` reports it.
    guard root["url"] == nil || root["url"]?.object != nil else { return root }
    var url = root["url"]?.object ?? JSONObject()
    if let devServer {
      url["debugServer"] = nil
      url["jsServer"] = .string(devServer.address)
      url["socketServer"] = .string(devServer.socketAddress)
    } else {
      for key in Self.developmentKeys { url[key] = nil }
    }
    if root["url"] != nil || !url.members.isEmpty { root["url"] = .object(url) }
    return root
  }

  /// Returns the top-level keys of `copy`, a shipped file, that differ from the result of packing,
  /// sorted.
  ///
  /// Keys that packing omits are ignored: `copy` may come from the old tool, or from a build for a
  /// development server.
  public func keysThatDiffer(inShipped copy: NativeConfig) -> [String] {
    let (wanted, found) = (comparedRoot, copy.comparedRoot)
    let keys = Set((wanted.members + found.members).map(\.key))
    return keys.filter { key in
      guard let left = wanted[key], let right = found[key] else { return true }
      return !left.isEquivalent(to: right)
    }.sorted(by: inByteOrder)
  }

  private var comparedRoot: JSONObject {
    var root = shippedRoot(devServer: nil)
    if root["url"]?.object?.members.isEmpty == true { root["url"] = nil }
    return root
  }

  /// Returns the full configuration as formatted JSON that ends with a newline.
  public func plainText() -> [UInt8] {
    JSONWriter.write(.object(root), layout: .pretty) + [UInt8(ascii: "\n")]
  }
}

extension NativeConfig {
  /// The keys of the objects with settings of `eros`.
  static let toolSections = ["check", "engines", "pack", "release", "rehearsal"]

  /// Returns whether the object at a key of ``toolSections`` has settings of `eros`.
  ///
  /// An app may have an object of its own with the same key. The object belongs to `eros` if at
  /// least one known member has the expected type; its other members are then not shipped either.
  func isToolSection(_ section: String) -> Bool {
    guard let object = root[section]?.object else { return false }
    return ConfigRule.all.contains { rule in
      guard rule.key.hasPrefix(section + "."),
        let value = object[String(rule.key.dropFirst(section.count + 1))]
      else { return false }
      switch rule.expectation {
      case .object, .globals, .budget: return value.object != nil
      case .list, .texts: return value.array != nil
      default: return value.string != nil
      }
    }
  }
}
