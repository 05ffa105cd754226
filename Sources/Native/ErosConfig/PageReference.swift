public import ErosCore

/// A place in a configuration that names a page.
public struct PageReference: Hashable, Sendable {
  /// The path as written, such as `/pages/home/index.js`.
  public let path: String

  /// The key that holds the path, such as `page.homePage` or `tabBar.list[0].pagePath`.
  public let key: String

  /// The path's position in the configuration.
  public let position: TextPosition

  /// The page's file, relative to the bundle's root.
  ///
  /// Query and fragment are removed.
  public var file: String {
    // Compares scalars: a combining mark after `/` or `?` would form another character.
    let name = path.unicodeScalars.prefix { $0 != "?" && $0 != "#" }
    return String(name.drop { $0 == "/" })
  }
}

extension NativeConfig {
  /// The pages that the configuration names, in the order of `docs/config-format.md`.
  ///
  /// Empty paths and absolute URLs are omitted. So are the tabs, unless the app starts with the tab
  /// bar: project templates contain an unused one.
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

  /// Returns the references to pages that a bundle lacks.
  ///
  /// - Parameter hasFile: Looks up a normalized path in the bundle.
  /// - Returns: The references, ordered like ``referencedPages``.
  public func missingPages(hasFile: (String) -> Bool) -> [PageReference] {
    referencedPages.filter { page in
      guard let path = try? BundlePath(page.file) else { return true }
      return !hasFile(path.string)
    }
  }

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
