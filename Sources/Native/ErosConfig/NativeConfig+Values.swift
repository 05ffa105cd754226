public import ErosCore

/// Values of known keys.
///
/// They are `nil` if the key is missing or its value has the wrong type.
extension NativeConfig {
  /// The app's name on the update server.
  public var appName: String? { string(at: "appName") }

  /// The path of the script that runs before each page.
  public var appBoard: String? { string(at: "appBoard") }

  /// `true` if the app handles Android's home and back buttons.
  public var androidIsListenHomeBack: Bool? { flag(at: "androidIsListenHomeBack") }

  /// `true` if the app checks for updates itself.
  ///
  /// By default, the framework does.
  public var customBundleUpdate: Bool? { flag(at: "customBundleUpdate") }

  /// The lowest app versions that can run a bundle with this configuration.
  public var version: (ios: String?, android: String?) {
    (string(at: "version.iOS"), string(at: "version.android"))
  }

  /// The platforms that the app supports.
  ///
  /// If an app omits the version of one platform, and also its `zipFolder` or native folder, it
  /// does not support this platform. A misspelled key in `version` does not count as omitted.
  public var platforms: [Platform] {
    let all: [Platform] = [.ios, .android]
    let versions = all.filter { string(at: "version.\($0.manifestKey)")?.isEmpty == false }
    return versions.isEmpty ? all : all.filter { versions.contains($0) || !isOmitted($0) }
  }

  private func isOmitted(_ platform: Platform) -> Bool {
    let key = platform.manifestKey
    guard let members = node(at: "version")?.value.object?.members,
      !members.contains(where: { $0.key == key }),
      node(at: "zipFolder.\(key)") == nil || platformsWithoutFolder.contains(platform)
    else { return false }
    return Spelling.nearest(to: key, among: members.map(\.key)) == nil
  }

  /// The path of the first page, or ``tabBarValue`` if the app starts with the tab bar.
  public var homePage: String? { string(at: "page.homePage") }

  /// The value of ``homePage`` that selects the tab bar.
  public static let tabBarValue = "tabBar"

  /// The page that stays loaded and passes events between pages.
  public var mediatorPage: String? { string(at: "page.mediatorPage") }
  /// The navigation bar's color, such as `#1DA1F2`.
  public var navBarColor: String? { string(at: "page.navBarColor") }
  /// The color of title and buttons in the navigation bar.
  public var navItemColor: String? { string(at: "page.navItemColor") }

  /// Returns `url.NAME`, for example `url.bundleUpdate` for the name `bundleUpdate`.
  public func url(_ name: String) -> String? { string(at: "url.\(name)") }

  /// The folders for packed bundles, relative to the project's `platforms` folder.
  public var zipFolder: (ios: String?, android: String?, server: String?) {
    (string(at: "zipFolder.iOS"), string(at: "zipFolder.android"), string(at: "zipFolder.server"))
  }

  /// Returns the folder for packed bundles on `platform`, see ``zipFolder``.
  public func zipFolder(on platform: Platform) -> String? {
    string(at: "zipFolder.\(platform.manifestKey)")
  }

  /// The folder of the native projects, relative to the project folder.
  public static let platformsFolder = "platforms"

  /// Converts a ``zipFolder`` value to a path relative to the project folder.
  ///
  /// Returns `nil` if the value does not start with a slash or leaves ``platformsFolder``.
  public func pathBelowPlatforms(_ folder: String) -> String? {
    let path = folder.pathComponents.filter { !$0.isEmpty && $0 != "." }.joined(separator: "/")
    guard folder.begins(with: "/"), (try? BundlePath(path)) != nil else { return nil }
    return Self.platformsFolder + "/" + path
  }

  /// The base URL of published zips, from the key `diff.proxy`.
  ///
  /// Packing copies it to `jsPath` in `bundle.config`. If the configuration lacks the key, a
  /// ``Project`` also looks into `config/eros.dev.js`, where the old tool kept it.
  public var jsPath: String? { string(at: "diff.proxy") ?? inheritedJSPath }
}

// MARK: - Releases

extension NativeConfig {
  /// The store, channel and further settings for the app's releases.
  ///
  /// Commands use it if you pass no options.
  public struct Release: Hashable, Sendable {
    /// A URL, `s3://BUCKET/PREFIX`, or a folder relative to the project folder.
    public let store: String?
    /// The name of the channel, such as `my-app/production`.
    public let channel: String?
    /// The root metadata file, relative to the project folder.
    public let root: String?
    /// The S3-compatible service that holds the bucket, as a URL.
    public let endpoint: String?
    /// The bucket's region.
    public let region: String?
    /// The private folder that keeps source maps of releases, relative to the project folder.
    public let mapArchive: String?
  }

  /// Returns the section `release`.
  ///
  /// - Throws: ``ConfigError`` if a value is not a string. A wrong type must not be ignored: it
  ///   could hide the root metadata that a device must trust.
  public func release() throws(ConfigError) -> Release {
    Release(
      store: try text(at: "release.store"), channel: try text(at: "release.channel"),
      root: try text(at: "release.root"), endpoint: try text(at: "release.endpoint"),
      region: try text(at: "release.region"), mapArchive: try text(at: "release.mapArchive"))
  }

  /// Returns the framework that packing names in each page, from `pack.framework`.
  ///
  /// - Throws: ``ConfigError`` if the value is not one of `names`.
  package func packFramework(among names: [String]) throws(ConfigError) -> String? {
    let key = "pack.framework"
    guard let name = try text(at: key), let node = node(at: key) else { return nil }
    guard names.contains(name) else {
      throw error(
        .wrongType(
          key: key, expected: names.map { "'\($0)'" }.joined(separator: " or "),
          found: "'\(name.escapedForDisplay)'"), at: node.range.lowerBound)
    }
    return name
  }

  private func text(at key: String) throws(ConfigError) -> String? {
    guard let node = node(at: key), node.value.string != "" else { return nil }
    return try requiredString(at: key)
  }
}

// MARK: - Native sources

extension NativeConfig {
  /// The key that holds ``sourceFolders``.
  public static let sourceFoldersKey = "generate.sources"

  /// The native source folders that commands read by default, relative to the project.
  ///
  /// If it is empty, they read ``platformsFolder``.
  public var sourceFolders: [String] {
    node(at: Self.sourceFoldersKey)?.value.array?.compactMap(\.value.string) ?? []
  }
}

// MARK: - Findings

extension NativeConfig {
  /// The key that holds ``disabledFindings``.
  public static let disabledFindingsKey = "check.disable"

  /// Findings that `eros check` omits, such as `assetMissing:dist/pages/help/index.js`.
  public var disabledFindings: [String] {
    node(at: Self.disabledFindingsKey)?.value.array?.compactMap(\.value.string) ?? []
  }
}

// MARK: - Push notifications

extension NativeConfig {
  /// An account with Getui, a push service.
  public struct Getui: Hashable, Sendable {
    /// `true` if the app connects to Getui.
    ///
    /// The default is `false`.
    public let isEnabled: Bool
    /// The account's `appId`.
    public let appID: String
    /// The account's `appKey`.
    public let appKey: String
    /// The account's `appSecret`.
    ///
    /// Apps ship it, so it is not confidential.
    public let appSecret: String
  }

  /// The account with Getui.
  ///
  /// Missing keys become empty strings.
  public var getui: Getui? {
    guard node(at: "getui")?.value.object != nil else { return nil }
    return Getui(
      isEnabled: flag(at: "getui.enabled") ?? false, appID: string(at: "getui.appId") ?? "",
      appKey: string(at: "getui.appKey") ?? "", appSecret: string(at: "getui.appSecret") ?? "")
  }
}

// MARK: - Tabs

extension NativeConfig {
  /// The tab bar at the bottom of the screen.
  public struct TabBar: Hashable, Sendable {
    /// A tab and the page that it opens.
    public struct Item: Hashable, Sendable {
      /// The path of the tab's page, optionally with a query.
      public let pagePath: String?
      /// The label below the icon.
      public let text: String?
      /// The icon of an unselected tab, as a URL.
      public let icon: String?
      /// The icon of the selected tab, as a URL.
      public let selectedIcon: String?
      /// `true` if the page has a navigation bar.
      public let navShow: Bool?
      /// The title in the navigation bar.
      public let navTitle: String?
    }

    /// The label color, such as `#777777`.
    public let color: String?
    /// The selected tab's label color.
    public let selectedColor: String?
    /// The background color.
    public let backgroundColor: String?
    /// The color of the line above the tabs.
    public let borderColor: String?
    /// Two to five tabs, from left to right.
    public let list: [Item]
  }

  /// The tab bar, or `nil` if the configuration has none.
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

  var tabs: [JSONNode] { node(at: "tabBar.list")?.value.array ?? [] }
}
