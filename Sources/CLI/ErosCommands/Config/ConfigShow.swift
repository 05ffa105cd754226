import ArgumentParser
import ErosConfig
import ErosCore

struct ConfigShow: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "show",
    abstract: "Show the contents of a configuration",
    discussion: """
      Shows the known keys, without accounts and secrets:

        $ eros config show eros.native.json
      """)

  @OptionGroup var input: ConfigInput
  @OptionGroup var output: OutputOptions

  func run() throws {
    let config = try input.read(output)
    try ConfigSummary(config, file: config.file).print(as: output)
  }
}

private struct ConfigSummary: Report {
  struct Platforms: Encodable {
    let iOS: String?
    let android: String?
  }

  struct Page: Encodable {
    let key: String
    let path: String
  }

  let file: String
  let form: String
  let appName: String?
  let version: Platforms
  let zipFolder: Platforms
  let bundleUpdate: String?
  let jsPath: String?
  let homePage: String?
  let pages: [Page]
  /// The top-level keys, including unknown ones.
  let keys: [String]

  init(_ config: NativeConfig, file: String) {
    self.file = file
    form = config.form.rawValue
    appName = config.appName
    version = Platforms(iOS: config.version.ios, android: config.version.android)
    zipFolder = Platforms(iOS: config.zipFolder.ios, android: config.zipFolder.android)
    bundleUpdate = config.url("bundleUpdate")
    jsPath = config.jsPath
    homePage = config.homePage
    pages = config.referencedPages.map { Page(key: $0.key, path: $0.path) }
    keys = config.root.members.map(\.key)
  }

  func text(_ style: TextStyle) -> String {
    let rows: [(String, String?)] =
      [
        ("file", file), ("form", formName),
        ("app", appName),
        ("iOS", version.iOS),
        ("Android", version.android),
        ("updates at", bundleUpdate),
        ("zips at", jsPath),
        ("iOS folder", zipFolder.iOS),
        ("Android folder", zipFolder.android),
        ("home page", homePage),
      ] + pages.map { ("page", "\($0.path)  from \($0.key)") } + [
        ("keys", keys.joined(separator: ", "))
      ]
    var table = TextTable()
    for (name, value) in rows { table.add(name, (value ?? "–").escapedForDisplay) }
    return table.text
  }

  private var formName: String {
    switch NativeConfig.Form(rawValue: form) {
    case .javaScript: "JavaScript module"
    case .encrypted: "encrypted, as shipped"
    case .json, nil: "JSON"
    }
  }
}
