import ErosCore
import ErosCrypto

extension NativeConfig {
  /// The keys with which an app finds its developer's computer.
  private static let developmentKeys = ["jsServer", "socketServer", "debugServer"]

  /// The keys that only `eros generate` reads, which tell the names of classes; apps read `routes`.
  private static let generatorKeys = [
    "$schema", "generate", "types", "modules", "components", "handlers", "widgets", "containerAPIs",
    "decorators", "proxies", "embedViews", "customViews", "jsApis",
  ]

  /// The file that an app ships: this configuration, encrypted, without a developer's addresses.
  ///
  /// Left out are `ip` and, of `url`, `jsServer`, `socketServer` and `debugServer`; the old tool put
  /// them into every release. For a build that loads its pages from a development server, name it:
  /// the first two are then set to it. Left out as well is what `eros generate` reads, but `routes`. All
  /// else stays as it is, in its order.
  ///
  /// - Throws: `CryptoError` when the library that encrypts fails.
  public func shippedCopy(devServer: DevelopmentServer? = nil) throws -> [UInt8] {
    try ShippedConfigCipher.encrypt(
      JSONWriter.write(.object(shippedRoot(devServer: devServer))))
  }

  private func shippedRoot(devServer: DevelopmentServer?) -> JSONObject {
    var root = root
    for key in ["ip"] + Self.generatorKeys { root[key] = nil }
    // A `url` of another type is kept: it is for the validation to complain about.
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

  /// The keys of the outermost level that are not in `copy`, which an app ships, as packing would put
  /// them there, sorted.
  ///
  /// What packing leaves out may be in the copy: the old tool put a developer's addresses there, and
  /// so does a build for a development server.
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

  /// The configuration as plain JSON with everything that was read, ending with a newline.
  public func plainText() -> [UInt8] {
    JSONWriter.write(.object(root), layout: .pretty) + [UInt8(ascii: "\n")]
  }
}
