import ErosCore
import ErosCrypto

extension NativeConfig {
  /// Keys in `url` that hold addresses of a developer's computer.
  private static let developmentKeys = ["jsServer", "socketServer", "debugServer"]

  /// Top-level keys that only `eros generate` reads.
  ///
  /// Apps also read `routes`, so it is shipped.
  private static let generatorKeys = ["$schema", "generate", "types"] + EntryKind.sections

  /// Returns the encrypted configuration that an app ships.
  ///
  /// The copy omits what a shipped app never needs: the keys that only `eros` reads, and the
  /// addresses of your computer (`ip`, `url.jsServer`, `url.socketServer` and `url.debugServer`),
  /// which the old tool put into every release. If you pass `devServer`, `url.jsServer` and
  /// `url.socketServer` point to it. All remaining keys keep their values and order.
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
    // A `url` of the wrong type stays, because `validate()` reports it.
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

  /// Returns the top-level keys in which a shipped `copy` differs from what packing writes, sorted.
  ///
  /// Keys that packing omits do not count: `copy` may come from the old tool or from a build for a
  /// development server.
  public func keysThatDiffer(inShipped copy: NativeConfig) -> [String] {
    let (sourceRoot, shippedRoot) = (comparedRoot, copy.comparedRoot)
    let keys = Set((sourceRoot.members + shippedRoot.members).map(\.key))
    return keys.filter { key in
      guard let left = sourceRoot[key], let right = shippedRoot[key] else { return true }
      return !left.isEquivalent(to: right)
    }.sorted(by: inByteOrder)
  }

  private var comparedRoot: JSONObject {
    var root = shippedRoot(devServer: nil)
    if root["url"]?.object?.members.isEmpty == true { root["url"] = nil }
    return root
  }

  /// Returns the complete configuration as indented JSON with a final newline.
  public func plainText() -> [UInt8] {
    JSONWriter.write(.object(root), layout: .pretty) + [UInt8(ascii: "\n")]
  }
}

extension NativeConfig {
  /// Objects whose members configure `eros`.
  static let toolSections = ["check", "engines", "pack", "release", "rehearsal"]

  /// Tells settings of `eros` from an app's own object with the same key.
  ///
  /// One known member with the expected type is enough. Then no member is shipped, not even unknown
  /// ones.
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
