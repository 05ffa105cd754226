public import ErosCore

/// The values of the known keys, or `nil` for missing keys and values of the wrong type.
extension NativeConfig {
  /// The key of the app on the update server.
  public var appName: String? { string(at: "appName") }

  /// The path of the script that runs before each page.
  public var appBoard: String? { string(at: "appBoard") }

  /// Whether the app handles Android's home and back buttons.
  public var androidIsListenHomeBack: Bool? { flag(at: "androidIsListenHomeBack") }

  /// Whether the app checks for updates itself.
  ///
  /// Otherwise the framework does.
  public var customBundleUpdate: Bool? { flag(at: "customBundleUpdate") }

  /// The lowest app versions that can run a bundle with this configuration.
  public var version: (ios: String?, android: String?) {
    (string(at: "version.iOS"), string(at: "version.android"))
  }

  /// The platforms of the app.
  ///
  /// An app for a single platform omits the version of the other platform, and its `zipFolder` or
  /// its native folder. A misspelled key in `version` does not count as omitted.
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

  /// The path of the page that stays loaded and passes events between the other pages.
  public var mediatorPage: String? { string(at: "page.mediatorPage") }
  /// The color of the navigation bar, such as `#1DA1F2`.
  public var navBarColor: String? { string(at: "page.navBarColor") }
  /// The color of the title and buttons in the navigation bar.
  public var navItemColor: String? { string(at: "page.navItemColor") }

  /// Returns the URL at `url.<name>`, for example for the name `bundleUpdate` or `image`.
  public func url(_ name: String) -> String? { string(at: "url.\(name)") }

  /// The folders for packed bundles, relative to the project's `platforms` folder.
  public var zipFolder: (ios: String?, android: String?, server: String?) {
    (string(at: "zipFolder.iOS"), string(at: "zipFolder.android"), string(at: "zipFolder.server"))
  }

  /// Returns the output folder of packed bundles for `platform`; see ``zipFolder``.
  public func zipFolder(on platform: Platform) -> String? {
    string(at: "zipFolder.\(platform.manifestKey)")
  }

  /// The folder of the native projects, relative to the project folder.
  public static let platformsFolder = "platforms"

  /// Returns the path of a ``zipFolder`` value relative to the project folder.
  ///
  /// The result is `nil` if the value does not start with a slash or is outside
  /// ``platformsFolder``.
  public func pathBelowPlatforms(_ folder: String) -> String? {
    let path = folder.pathComponents.filter { !$0.isEmpty && $0 != "." }.joined(separator: "/")
    guard folder.begins(with: "/"), (try? BundlePath(path)) != nil else { return nil }
    return Self.platformsFolder + "/" + path
  }

  /// The base URL of published zips.
  ///
  /// Packing copies it to `jsPath` in `bundle.config`.
  ///
  /// It is the value of the key `diff.proxy`. The old tool read this key from a second file,
  /// `config/eros.dev.js`, whose value counts if a ``Project`` has no key of its own.
  public var jsPath: String? { string(at: "diff.proxy") ?? inheritedJSPath }
}

// MARK: - Releases

extension NativeConfig {
  /// The store of the app's releases, for commands that are called without options for it.
  public struct Release: Hashable, Sendable {
    /// A URL, `s3://BUCKET/PREFIX`, or a folder relative to the project folder.
    public let store: String?
    /// The name of the channel, such as `my-app/production`.
    public let channel: String?
    /// The file with the root metadata, relative to the project folder.
    public let root: String?
    /// The URL of the S3-compatible service of a bucket.
    public let endpoint: String?
    /// The region of a bucket.
    public let region: String?
    /// The private folder with the source maps of releases, relative to the project folder.
    public let mapArchive: String?
  }

  /// Returns the store of the app's releases.
  ///
  /// - Throws: ``ConfigError`` for a value that is not a string, so that, for example, root metadata
  ///   that a device must trust is never ignored.
  public func release() throws(ConfigError) -> Release {
    Release(
      store: try text(at: "release.store"), channel: try text(at: "release.channel"),
      root: try text(at: "release.root"), endpoint: try text(at: "release.endpoint"),
      region: try text(at: "release.region"), mapArchive: try text(at: "release.mapArchive"))
  }

  /// Returns the framework that packing names in each page, or `nil` without the key
  /// `pack.framework`.
  ///
  /// - Throws: ``ConfigError`` for another value than one of `names`.
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

  /// Returns the string of a key, or `nil` if it is missing or empty.
  private func text(at key: String) throws(ConfigError) -> String? {
    guard let node = node(at: key), node.value.string != "" else { return nil }
    return try requiredString(at: key)
  }
}

// MARK: - Native sources

extension NativeConfig {
  /// The key of ``sourceFolders``.
  public static let sourceFoldersKey = "generate.sources"

  /// The folders of native sources that commands read by default, relative to the project.
  ///
  /// Empty for the folder of the native projects.
  public var sourceFolders: [String] {
    node(at: Self.sourceFoldersKey)?.value.array?.compactMap(\.value.string) ?? []
  }
}

// MARK: - Findings

extension NativeConfig {
  /// The key of ``disabledFindings``.
  public static let disabledFindingsKey = "check.disable"

  /// The findings that `eros check` omits, such as `assetMissing:dist/pages/help/index.js`.
  public var disabledFindings: [String] {
    node(at: Self.disabledFindingsKey)?.value.array?.compactMap(\.value.string) ?? []
  }
}

// MARK: - Push notifications

extension NativeConfig {
  /// An account with the push service Getui.
  public struct Getui: Hashable, Sendable {
    /// Whether the app connects to the service; `false` by default.
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

  /// The account with Getui, with empty strings for missing keys.
  public var getui: Getui? {
    guard node(at: "getui")?.value.object != nil else { return nil }
    return Getui(
      isEnabled: flag(at: "getui.enabled") ?? false, appID: string(at: "getui.appId") ?? "",
      appKey: string(at: "getui.appKey") ?? "", appSecret: string(at: "getui.appSecret") ?? "")
  }
}

// MARK: - Tabs

extension NativeConfig {
  /// The tab bar at the bottom of an app.
  public struct TabBar: Hashable, Sendable {
    /// A tab.
    public struct Item: Hashable, Sendable {
      /// The path of the tab's page, optionally with a query.
      public let pagePath: String?
      /// The label below the icon.
      public let text: String?
      /// The URL of the icon when the tab is not selected.
      public let icon: String?
      /// The URL of the icon when the tab is selected.
      public let selectedIcon: String?
      /// Whether the page has a navigation bar.
      public let navShow: Bool?
      /// The title in the navigation bar.
      public let navTitle: String?
    }

    /// The color of the labels, such as `#777777`.
    public let color: String?
    /// The color of the selected tab's label.
    public let selectedColor: String?
    /// The background color.
    public let backgroundColor: String?
    /// The color of the line above the tab bar.
    public let borderColor: String?
    /// The tabs from left to right: two to five.
    public let list: [Item]
  }

  /// The tab bar, or `nil` if the configuration has no tab bar.
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
