import ErosCore

struct ConfigRule {
  enum Expectation {
    case object, globals, budget, list, texts, text, flag, version, color, page, homePage, folder,
      size, framework, iOSEngine, androidEngine
    case url(schemes: [String])
    case baseURL
  }

  let key: String
  let expectation: Expectation
  let isRequired: Bool

  private init(_ key: String, _ expectation: Expectation, isRequired: Bool = false) {
    self.key = key
    self.expectation = expectation
    self.isRequired = isRequired
  }

  private static let http = Expectation.url(schemes: ["http", "https"])
  private static let socket = Expectation.url(schemes: ["ws", "wss"])

  /// All known keys.
  ///
  /// An object precedes its members.
  static let all: [ConfigRule] = [
    .init("appName", .text, isRequired: true),
    .init("appBoard", .page),
    .init("androidIsListenHomeBack", .flag),
    .init("customBundleUpdate", .flag),
    .init("ip", .text),

    .init("version", .object, isRequired: true),
    .init("version.android", .version, isRequired: true),
    .init("version.iOS", .version, isRequired: true),

    .init("page", .object),
    .init("page.homePage", .homePage),
    .init("page.mediatorPage", .page),
    .init("page.navBarColor", .color),
    .init("page.navItemColor", .color),

    .init("url", .object),
    .init("url.image", http),
    .init("url.bundleUpdate", http),
    .init("url.request", http),
    .init("url.jsServer", http),
    .init("url.socketServer", socket),
    .init("url.debugServer", socket),

    .init("zipFolder", .object),
    .init("zipFolder.iOS", .folder),
    .init("zipFolder.android", .folder),
    .init("zipFolder.server", .text),

    .init("getui", .object),
    .init("getui.enabled", .flag),
    .init("getui.appId", .text),
    .init("getui.appKey", .text),
    .init("getui.appSecret", .text),

    .init("tabBar", .object),
    .init("tabBar.color", .color),
    .init("tabBar.selectedColor", .color),
    .init("tabBar.backgroundColor", .color),
    .init("tabBar.borderColor", .color),
    .init("tabBar.list", .list),

    .init("pack.framework", .framework),

    .init("rehearsal.globals", .globals),

    .init("engines", .object),
    .init("engines.iOS", .iOSEngine),
    .init("engines.android", .androidEngine),

    .init("check.disable", .texts),
    .init("check.budget", .budget),
    .init("check.budget.total", .size),
    .init("check.budget.page", .size),
    .init("check.budget.delta", .size),

    .init("release", .object),
    .init("release.store", .text),
    .init("release.channel", .text),
    .init("release.root", .text),
    .init("release.endpoint", http),
    .init("release.region", .text),
    .init("release.mapArchive", .text),

    .init("diff", .object),
    .init("diff.proxy", .baseURL),
  ]

  /// The known keys in an item of `tabBar.list`.
  static let tab: [ConfigRule] = [
    .init("pagePath", .page, isRequired: true),
    .init("text", .text),
    .init("icon", .text),
    .init("selectedIcon", .text),
    .init("navShow", .flag),
    .init("navTitle", .text),
  ]

  /// Returns the known keys directly inside `parent`.
  ///
  /// Use "" for the root.
  static func names(inside parent: String) -> [String] {
    let prefix = parent.isEmpty ? "" : parent + "."
    var names: [String] = []
    for rule in all where rule.key.hasPrefix(prefix) {
      // An object that has no rule itself, such as `check`, is known by its members.
      let name = String(rule.key.dropFirst(prefix.count).prefix { $0 != "." })
      if !names.contains(name) { names.append(name) }
    }
    return names
  }
}
