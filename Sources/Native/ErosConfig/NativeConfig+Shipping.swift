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
  /// keys that only `eros generate` and `eros check` read. With `devServer`, `url.jsServer` and
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
    root.remove(["disable"], in: "check") { $0.array != nil }
    root.remove(["budget"], in: "check") { $0.object != nil }
    root.remove(["store", "channel", "root", "endpoint"], in: "release") { $0.string != nil }
    root.remove(["globals"], in: "rehearsal") { $0.object != nil }
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

extension JSONObject {
  /// Removes the members `names` of the object at `key` that have the expected type, and the object if
  /// nothing else is in it.
  ///
  /// An app may have values of its own at the key.
  fileprivate mutating func remove(
    _ names: [String], in key: String, ifExpected isExpected: (JSONValue) -> Bool
  ) {
    guard let object = self[key]?.object else { return }
    var rest = object
    for name in names where object[name].map(isExpected) == true { rest[name] = nil }
    guard rest.members.count < object.members.count else { return }
    self[key] = rest.members.isEmpty ? nil : .object(rest)
  }
}
