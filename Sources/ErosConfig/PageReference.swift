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
    let name = path.prefix { $0 != "?" && $0 != "#" }
    return String(name.drop { $0 == "/" })
  }
}

extension NativeConfig {
  /// The pages that the configuration names, in the order of the format's description.
  ///
  /// Empty paths, the word for the tab bar and addresses of other servers are left out. Tabs count
  /// only when the tab bar is what the app shows first: project templates carry an unused one.
  public var referencedPages: [PageReference] {
    var pages = ["appBoard", "page.homePage", "page.mediatorPage"].compactMap { key in
      reference(node(at: key), place: key)
    }
    guard homePage == Self.tabBarWord else { return pages }
    for (index, tab) in tabs.enumerated() {
      let page = tab.value.object?.node(of: "pagePath")
      pages += [reference(page, place: "tabBar.list[\(index)].pagePath")].compactMap(\.self)
    }
    return pages
  }

  private func reference(_ node: JSONNode?, place: String) -> PageReference? {
    guard let node, let path = node.value.string else { return nil }
    let isTabBar = place == "page.homePage" && path == Self.tabBarWord
    guard !path.isEmpty, !isTabBar, !path.contains("://") else { return nil }
    let position = TextPosition(ofByte: node.range.lowerBound, in: text)
    return PageReference(path: path, place: place, position: position)
  }
}
