import ErosCore

struct ConfigValidator {
  private let config: NativeConfig
  /// Findings with byte offsets.
  ///
  /// ``findings()`` turns these into line and column.
  private var drafts: [(offset: Int, finding: Finding)] = []

  init(config: NativeConfig) {
    self.config = config
  }

  /// Returns the findings in document order.
  func findings() -> [Finding] {
    let sorted = drafts.sorted { $0.offset < $1.offset }
    let positions = TextPosition.positions(ofBytes: sorted.map(\.offset), in: config.text)
    return zip(sorted, positions).map { draft, position in draft.finding.at(position) }
  }

  mutating func run() {
    let root = JSONNode(.object(config.root), range: config.rootRange)
    checkNames(of: root, at: "", against: ConfigRule.names(inside: ""))
    for rule in ConfigRule.all {
      let parts = rule.key.split(separator: ".")
      let parent =
        parts.count == 1 ? root : config.node(at: parts.dropLast().joined(separator: "."))
      guard let parent, let object = parent.value.object, let name = parts.last else { continue }
      check(rule, node: object.node(of: String(name)), key: rule.key, in: parent)
    }
    checkTabs()
    for section in NativeConfig.toolSections {
      guard !ConfigRule.all.contains(where: { $0.key == section }),
        let node = config.node(at: section)
      else { continue }
      checkNames(of: node, at: section, against: ConfigRule.names(inside: section))
    }
  }

  // MARK: One key

  private mutating func check(
    _ rule: ConfigRule, node: JSONNode?, key: String, in parent: JSONNode
  ) {
    guard let node, node.value.string != "" || !rule.isRequired else {
      if rule.isRequired, !isOfOmittedPlatform(key) {
        add(
          .keyMissing, key, at: node ?? parent,
          node == nil ? "the key '\(key)' is missing" : "the key '\(key)' is empty",
          "set '\(key)'")
      }
      return
    }
    switch rule.expectation {
    case .object: checkObject(node, key)
    case .globals: checkGlobals(node, key)
    case .budget: checkBudget(node, key)
    case .list: checkType(node, key, expected: "an array", fits: node.value.array != nil)
    case .texts: checkTexts(node, key)
    case .flag: checkFlag(node, key)
    case .size: checkSize(node, key)
    default: checkText(node, key, rule.expectation)
    }
  }

  /// Returns `true` for `version.iOS` in an app without iOS, and likewise for Android.
  private func isOfOmittedPlatform(_ key: String) -> Bool {
    let platforms = config.platforms
    return Platform.allCases.contains {
      key == "version.\($0.manifestKey)" && !platforms.contains($0)
    }
  }

  private mutating func checkObject(_ node: JSONNode, _ key: String) {
    checkType(node, key, expected: "an object", fits: node.value.object != nil)
    checkNames(of: node, at: key, against: ConfigRule.names(inside: key))
  }

  private mutating func checkType(_ node: JSONNode, _ key: String, expected: Message, fits: Bool) {
    guard !fits else { return }
    add(
      .typeWrong, key, at: node, "'\(key)' must be \(expected), found \(node.value.kindName)")
  }

  private mutating func checkGlobals(_ node: JSONNode, _ key: String) {
    checkType(node, key, expected: "an object", fits: node.value.object != nil)
    for member in node.value.object?.members ?? [] {
      guard let reason = PageGlobalName.problem(of: member.key) else { continue }
      add(
        .globalInvalid, "\(key).\(member.key)", at: JSONNode(.null, range: member.keyRange),
        "'\(key)': \(reason)", PageGlobalName.remedy)
    }
  }

  /// Reports unknown keys as errors: such a part would have no limit.
  private mutating func checkBudget(_ node: JSONNode, _ key: String) {
    checkType(node, key, expected: "an object", fits: node.value.object != nil)
    let partNames = SizeBudget.Part.allCases.map(\.rawValue)
    for member in node.value.object?.members ?? [] where !partNames.contains(member.key) {
      add(
        .keyUnknown, "\(key).\(member.key)", at: JSONNode(.null, range: member.keyRange),
        "unknown key '\(member.key.escapedForDisplay)'",
        Spelling.hint(for: member.key, among: partNames) ?? "write 'total', 'page' or 'delta'")
    }
  }

  private mutating func checkTexts(_ node: JSONNode, _ key: String) {
    checkType(node, key, expected: "an array", fits: node.value.array != nil)
    for (index, item) in (node.value.array ?? []).enumerated() {
      checkType(item, "\(key)[\(index)]", expected: "a string", fits: item.value.string != nil)
    }
  }

  private mutating func checkFlag(_ node: JSONNode, _ key: String) {
    switch node.value {
    case .string("true"), .string("false"), .string(""):
      break
    case .bool(let isTrue):
      add(
        .flagNotText, key, at: node,
        "'\(key)' is \(isTrue), but clients compare it with the string \"\(isTrue)\"",
        "write \"\(isTrue)\", with the quotes")
    case .string(let text):
      add(
        .flagWrong, key, at: node,
        "'\(key)' must be \"true\" or \"false\", found '\(text.escapedForDisplay)'")
    default:
      checkType(node, key, expected: "\"true\" or \"false\"", fits: false)
    }
  }

  private mutating func checkSize(_ node: JSONNode, _ key: String) {
    do throws(SizeBudget.ParsingError) {
      _ = try NativeConfig.budgetSize(node.value, key: key)
    } catch {
      add(.sizeMalformed, key, at: node, "'\(key)': \(error.problem)")
    }
  }

  private mutating func checkText(
    _ node: JSONNode, _ key: String, _ expectation: ConfigRule.Expectation
  ) {
    guard let text = node.value.string else {
      return checkType(node, key, expected: "a string", fits: false)
    }
    guard !text.isEmpty else { return }
    switch expectation {
    case .version: checkVersion(text, node, key)
    case .color: checkColor(text, node, key)
    case .homePage where text == NativeConfig.tabBarValue: break
    case .page, .homePage: checkPage(text, node, key)
    case .folder: checkFolder(text, node, key)
    case .url(let schemes): checkURL(text, node, key, schemes: schemes)
    case .baseURL: checkBaseURL(text, node, key)
    case .framework: checkFramework(text, node, key)
    case .iOSEngine: checkIOSEngine(text, node, key)
    case .androidEngine: checkAndroidEngine(text, node, key)
    case .text, .object, .globals, .budget, .list, .texts, .flag, .size: break
    }
  }

  // MARK: Strings

  private mutating func checkVersion(_ text: String, _ node: JSONNode, _ key: String) {
    guard !ConfigText.isVersion(text) else { return }
    add(
      .versionMalformed, key, at: node, NativeVersion.problem(of: text, at: key),
      NativeVersion.remedy)
  }

  private mutating func checkFramework(_ text: String, _ node: JSONNode, _ key: String) {
    guard !["Vue", "none"].contains(text) else { return }
    add(
      .typeWrong, key, at: node,
      "'\(key)' must be 'Vue' or 'none', found '\(text.escapedForDisplay)'")
  }

  private mutating func checkIOSEngine(_ text: String, _ node: JSONNode, _ key: String) {
    guard !ConfigText.isNumbers(text) else { return }
    add(
      .typeWrong, key, at: node,
      "'\(key)' must be a version of iOS such as '10.3', found '\(text.escapedForDisplay)'")
  }

  private mutating func checkAndroidEngine(_ text: String, _ node: JSONNode, _ key: String) {
    guard OldestEngines.Android(text) == nil else { return }
    add(
      .typeWrong, key, at: node,
      "'\(key)' must be 'weex' or a version of the WebView such as '69', found '\(text.escapedForDisplay)'"
    )
  }

  private mutating func checkColor(_ text: String, _ node: JSONNode, _ key: String) {
    guard !ConfigText.isColor(text) else { return }
    add(
      .colorMalformed, key, at: node,
      "'\(key)' must be a color such as #1DA1F2, found '\(text.escapedForDisplay)'")
  }

  private mutating func checkPage(_ text: String, _ node: JSONNode, _ key: String) {
    if ConfigText.isAbsoluteURL(text) { return }
    guard !text.begins(with: "/") || ConfigText.hasParentComponent(text) else { return }
    add(
      .pagePathMalformed, key, at: node,
      "'\(key)' must be an absolute path in the bundle, found '\(text.escapedForDisplay)'",
      "write it in the form /pages/home/index.js")
  }

  private mutating func checkFolder(_ text: String, _ node: JSONNode, _ key: String) {
    if !text.begins(with: "/") {
      add(
        .folderNotAbsolute, key, at: node,
        "'\(key)' must start with '/', found '\(text.escapedForDisplay)'",
        "write it relative to the project's 'platforms' folder, with a leading '/'")
    }
    if ConfigText.hasParentComponent(text) {
      add(
        .folderEscapes, key, at: node,
        "'\(key)' must not contain '..', found '\(text.escapedForDisplay)'",
        "remove '..'")
    }
  }

  private mutating func checkURL(
    _ text: String, _ node: JSONNode, _ key: String, schemes: [String]
  ) {
    guard !ConfigText.isURL(text, schemes: schemes) else { return }
    let prefixes = schemes.map { "\($0)://" }.joined(separator: " or ")
    add(
      .urlMalformed, key, at: node,
      "'\(key)' must be a URL with \(prefixes), found '\(text.escapedForDisplay)'")
  }

  private mutating func checkBaseURL(_ text: String, _ node: JSONNode, _ key: String) {
    checkURL(text, node, key, schemes: ["http", "https"])
    guard !text.ends(with: "/") else { return }
    add(
      .urlWithoutSlash, key, at: node,
      "'\(key)' does not end with '/', but clients append the zip's name directly",
      "append '/'")
  }

  // MARK: Tabs

  /// Skips a tab bar that the app does not use, because project templates contain an incomplete
  /// one.
  private mutating func checkTabs() {
    let isUsed = config.homePage == NativeConfig.tabBarValue
    guard let tabBar = config.node(at: "tabBar") else {
      if isUsed, let homePage = config.node(at: "page.homePage") { addTabBarMissing(homePage) }
      return
    }
    guard let list = tabBar.value.object?.node(of: "list") else {
      if isUsed {
        add(
          .keyMissing, "tabBar.list", at: tabBar, "the key 'tabBar.list' is missing",
          "add two to five tabs")
      }
      return
    }
    if let tabs = list.value.array, !(2...5).contains(tabs.count) {
      add(
        .tabCountWrong, "tabBar.list", at: list,
        "'tabBar.list' must have two to five tabs, found \(tabs.count)",
        severity: isUsed ? .error : .warning)
    }
    guard isUsed else { return }
    for (index, tab) in config.tabs.enumerated() { check(tab: tab, "tabBar.list[\(index)]") }
  }

  private mutating func addTabBarMissing(_ homePage: JSONNode) {
    add(
      .tabBarMissing, "tabBar", at: homePage,
      "'page.homePage' is 'tabBar', but the key 'tabBar' is missing",
      "add 'tabBar', or set 'page.homePage' to a page")
  }

  private mutating func check(tab: JSONNode, _ key: String) {
    guard let object = tab.value.object else {
      return checkType(tab, key, expected: "an object", fits: false)
    }
    checkNames(of: tab, at: key, against: ConfigRule.tab.map(\.key))
    for rule in ConfigRule.tab {
      check(rule, node: object.node(of: rule.key), key: "\(key).\(rule.key)", in: tab)
    }
  }

  // MARK: Names

  /// Warns if an unknown key differs in one or two letters from a known key that is missing.
  ///
  /// Apps may add keys of their own, but not to a section with settings of `eros`.
  private mutating func checkNames(of node: JSONNode, at key: String, against names: [String]) {
    guard let members = node.value.object?.members else { return }
    let present = Set(members.map(\.key))
    let absent = names.filter { !present.contains($0) }
    let isToolSection = config.isToolSection(key)
    for member in members where !names.contains(member.key) {
      let fullKey = key.isEmpty ? member.key : "\(key).\(member.key)"
      guard let hint = Spelling.hint(for: member.key, among: absent) else {
        if isToolSection { addNotShipped(member, fullKey, section: key) }
        continue
      }
      // A bundle whose budget is misspelled would have no limits, so this is an error.
      add(
        fullKey == config.misspelledBudget?.key ? .keyUnknown : .keyMisspelled, fullKey,
        at: JSONNode(.null, range: member.keyRange),
        "unknown key '\(member.key.escapedForDisplay)'", hint)
    }
  }

  private mutating func addNotShipped(
    _ member: JSONObject.Member, _ key: String, section: String
  ) {
    add(
      .keyNotShipped, key, at: JSONNode(.null, range: member.keyRange),
      "unknown key '\(member.key.escapedForDisplay)': apps do not get it, because '\(section)' has settings of eros",
      "remove it, or move a value of the app out of '\(section)'")
  }

  // MARK: Findings

  private mutating func add(
    _ code: ConfigFindingCode, _ key: String, at node: JSONNode, _ message: Message,
    _ remedy: Message? = nil, severity: Finding.Severity? = nil
  ) {
    let finding = Finding(
      code, as: severity, file: config.file, subject: key, message, remedy: remedy)
    drafts.append((node.range.lowerBound, finding))
  }
}
