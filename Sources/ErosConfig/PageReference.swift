public import ErosCore

/// A page that a configuration names, and that a bundle therefore has to hold.
public struct PageReference: Hashable, Sendable {
  /// The path as it is written, such as `/pages/home/index.js`.
  public let path: String

  /// The key that names it, such as `page.homePage` or `tabBar.list[0].pagePath`.
  public let place: String

  /// Where it is named.
  public let position: TextPosition

  /// The page's file relative to the bundle's root, without the query that a path may carry.
  public var file: String {
    // By scalars: a mark behind a slash or a question mark would make it another character.
    let name = path.unicodeScalars.prefix { $0 != "?" && $0 != "#" }
    return String(name.drop { $0 == "/" })
  }
}

extension NativeConfig {
  /// The pages that the configuration names, in the order of the format's description.
  ///
  /// Empty paths, the word for the tab bar and addresses of other servers are left out. Tabs count
  /// only when the tab bar is what the app shows first: project templates carry an unused one.
  public var referencedPages: [PageReference] {
    let named = namedPages
    let positions = TextPosition.positions(ofBytes: named.map(\.node.range.lowerBound), in: text)
    return zip(named, positions).compactMap { page, position in
      guard let path = page.node.value.string, !path.isEmpty, !ConfigText.isAddress(path) else {
        return nil
      }
      return PageReference(path: path, place: page.place, position: position)
    }
  }

  /// The nodes that name pages, whatever they hold.
  private var namedPages: [(place: String, node: JSONNode)] {
    let showsTabs = homePage == Self.tabBarWord
    let keys = ["appBoard"] + (showsTabs ? [] : ["page.homePage"]) + ["page.mediatorPage"]
    let pages = keys.compactMap { key in node(at: key).map { (key, $0) } }
    guard showsTabs else { return pages }
    return pages
      + tabs.enumerated().compactMap { index, tab in
        tab.value.object?.node(of: "pagePath").map { ("tabBar.list[\(index)].pagePath", $0) }
      }
  }
}
