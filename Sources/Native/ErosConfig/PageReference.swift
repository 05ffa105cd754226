public import ErosCore

/// A reference from a configuration to a page of the bundle.
public struct PageReference: Hashable, Sendable {
  /// The path as given, such as `/pages/home/index.js`.
  public let path: String

  /// The key with the reference, such as `page.homePage` or `tabBar.list[0].pagePath`.
  public let key: String

  /// The position of the path in the configuration.
  public let position: TextPosition

  /// The path of the page's file relative to the bundle's root, without query and fragment.
  public var file: String {
    // Compares scalars: a combining mark after `/` or `?` would form another character.
    let name = path.unicodeScalars.prefix { $0 != "?" && $0 != "#" }
    return String(name.drop { $0 == "/" })
  }
}

extension NativeConfig {
  /// The referenced pages of the configuration, in the order of `docs/config-format.md`.
  ///
  /// Empty paths and absolute URLs are omitted. Tabs are included only if the app starts with the
  /// tab bar, because project templates contain an unused tab bar.
  public var referencedPages: [PageReference] {
    let named = namedPages
    let positions = TextPosition.positions(ofBytes: named.map(\.node.range.lowerBound), in: text)
    return zip(named, positions).compactMap { page, position in
      guard let path = page.node.value.string, !path.isEmpty, !ConfigText.isAbsoluteURL(path) else {
        return nil
      }
      return PageReference(path: path, key: page.key, position: position)
    }
  }

  /// Returns the referenced pages that a bundle lacks.
  ///
  /// - Parameter hasFile: Returns whether the bundle contains the file at a normalized path.
  /// - Returns: The references, in the order of ``referencedPages``.
  public func missingPages(hasFile: (String) -> Bool) -> [PageReference] {
    referencedPages.filter { page in
      guard let path = try? BundlePath(page.file) else { return true }
      return !hasFile(path.string)
    }
  }

  /// The nodes of all keys for pages, with values of any type.
  private var namedPages: [(key: String, node: JSONNode)] {
    let showsTabs = homePage == Self.tabBarValue
    let keys = ["appBoard"] + (showsTabs ? [] : ["page.homePage"]) + ["page.mediatorPage"]
    let pages = keys.compactMap { key in node(at: key).map { (key, $0) } }
    guard showsTabs else { return pages }
    return pages
      + tabs.enumerated().compactMap { index, tab in
        tab.value.object?.node(of: "pagePath").map { ("tabBar.list[\(index)].pagePath", $0) }
      }
  }
}
