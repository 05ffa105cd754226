import ErosCore

/// What the known keys say; `nil` where a key is missing or of another type.
extension NativeConfig {
  /// The key of the app on the update server.
  public var appName: String? { string(at: "appName") }

  /// The page that is put in front of every other page.
  public var appBoard: String? { string(at: "appBoard") }

  /// Whether the app itself decides what Android's home and back buttons do.
  public var androidIsListenHomeBack: Bool? { flag(at: "androidIsListenHomeBack") }

  /// Whether the app itself asks for updates.
  public var customBundleUpdate: Bool? { flag(at: "customBundleUpdate") }

  /// The lowest versions of the apps that a bundle made with this configuration may run on.
  public var version: (ios: String?, android: String?) {
    (string(at: "version.iOS"), string(at: "version.android"))
  }

  /// The first page; ``tabBar`` is shown instead when it is ``tabBarWord``.
  public var homePage: String? { string(at: "page.homePage") }

  /// What stands for the tab bar in place of a page's path.
  public static let tabBarWord = "tabBar"

  /// The page that stays loaded and passes events between the others.
  public var mediatorPage: String? { string(at: "page.mediatorPage") }
  /// The colour of the bar above a page, such as `#1DA1F2`.
  public var navBarColor: String? { string(at: "page.navBarColor") }
  /// The colour of the texts and buttons in that bar.
  public var navItemColor: String? { string(at: "page.navItemColor") }

  /// The address of `url.<name>`, for example of `bundleUpdate` or `image`.
  public func url(_ name: String) -> String? { string(at: "url.\(name)") }

  /// Where a packed bundle goes, below the project's folder `platforms`.
  public var zipFolder: (ios: String?, android: String?, server: String?) {
    (string(at: "zipFolder.iOS"), string(at: "zipFolder.android"), string(at: "zipFolder.server"))
  }

  /// The folder of the native projects, below the project's own.
  public static let platformsFolder = "platforms"

  /// The path below the project's folder that a value of ``zipFolder`` stands for, or `nil` when it
  /// does not start with a slash, or leads elsewhere.
  public func placeBelowPlatforms(_ folder: String) -> String? {
    let path = folder.pathComponents.filter { !$0.isEmpty && $0 != "." }.joined(separator: "/")
    guard folder.begins(with: "/"), (try? BundlePath(path)) != nil else { return nil }
    return Self.platformsFolder + "/" + path
  }

  /// The base address of published zips, which becomes `jsPath` in `bundle.config` as it is.
  ///
  /// The old tool read it from `diff.proxy` of a second file, `eros.dev.js`. The key is looked up
  /// here under the same name; to read the second file, give it to ``read(_:file:limits:)``.
  public var jsPath: String? { string(at: "diff.proxy") }
}

// MARK: - Push messages

extension NativeConfig {
  /// The account with the push service Getui.
  public struct Getui: Hashable, Sendable {
    /// Whether the app signs in to the service; `false` where nothing says so.
    public let isEnabled: Bool
    /// `appId` of the account.
    public let appID: String
    /// `appKey` of the account.
    public let appKey: String
    /// `appSecret` of the account; apps ship it, so it is no secret.
    public let appSecret: String
  }

  /// The account with the push service, with empty texts where keys are missing.
  public var getui: Getui? {
    guard node(at: "getui")?.value.object != nil else { return nil }
    return Getui(
      isEnabled: flag(at: "getui.enabled") ?? false, appID: string(at: "getui.appId") ?? "",
      appKey: string(at: "getui.appKey") ?? "", appSecret: string(at: "getui.appSecret") ?? "")
  }
}

// MARK: - Tabs

extension NativeConfig {
  /// The row of tabs at the bottom of an app.
  public struct TabBar: Hashable, Sendable {
    /// One of the tabs.
    public struct Item: Hashable, Sendable {
      /// The path of the page that the tab opens, which may carry a query.
      public let pagePath: String?
      /// The label below the icon.
      public let text: String?
      /// The address of the icon while another tab is open.
      public let icon: String?
      /// The address of the icon while this tab is open.
      public let selectedIcon: String?
      /// Whether the page has a bar above it.
      public let navShow: Bool?
      /// The title in that bar.
      public let navTitle: String?
    }

    /// The colour of the labels, such as `#777777`.
    public let color: String?
    /// The colour of the label whose tab is open.
    public let selectedColor: String?
    /// The colour behind the tabs.
    public let backgroundColor: String?
    /// The colour of the line above the tabs.
    public let borderColor: String?
    /// The tabs from left to right; a bar that is used has two to five.
    public let list: [Item]
  }

  /// The row of tabs, or `nil` when the configuration has none.
  public var tabBar: TabBar? {
    guard node(at: "tabBar")?.value.object != nil else { return nil }
    return TabBar(
      color: string(at: "tabBar.color"), selectedColor: string(at: "tabBar.selectedColor"),
      backgroundColor: string(at: "tabBar.backgroundColor"),
      borderColor: string(at: "tabBar.borderColor"), list: tabs.map(Self.item))
  }

  private static func item(_ node: JSONNode) -> TabBar.Item {
    let config = NativeConfig(root: node.value.object ?? JSONObject(), file: "")
    return TabBar.Item(
      pagePath: config.string(at: "pagePath"), text: config.string(at: "text"),
      icon: config.string(at: "icon"), selectedIcon: config.string(at: "selectedIcon"),
      navShow: config.flag(at: "navShow"), navTitle: config.string(at: "navTitle"))
  }

  /// The nodes of `tabBar.list`.
  var tabs: [JSONNode] { node(at: "tabBar.list")?.value.array ?? [] }
}
