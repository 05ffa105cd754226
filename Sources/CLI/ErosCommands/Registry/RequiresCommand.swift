import ArgumentParser
import ErosConfig
import ErosCore
import ErosFiles
import ErosRegistry
import ErosSources
import ErosVersions

struct RequiresCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "requires",
    abstract: "Print what the JavaScript requires of the app",
    usage: "eros requires [<options>] <folders> ...",
    discussion: """
      Prints the modules, methods, components, attributes, events, widgets, container APIs and \
      embedded views that the pages use, and for each platform the lowest version of the app that offers them all:

        $ eros requires src

      The candidates are the releases that `eros generate --release` recorded, and the described version. \
      Exits with 1 if none of them offers everything, and with 66 if no JavaScript was read.
      """)

  @OptionGroup var project: ProjectOptions

  @Argument(help: "The folders of JavaScript.", completion: .directory)
  var folders: [String] = []

  // Other commands have an option of this name for the JavaScript, so it is also accepted.
  @Option(name: .customLong("js"), help: .hidden)
  var named: [String] = []

  @Option(
    name: .shortAndLong,
    help: "The folder with the recorded releases (default: the folder of the project).",
    completion: .directory)
  var output: OutputPath?

  @OptionGroup var policies: PolicyOptions

  @OptionGroup var options: FindingOptions

  func validate() throws {
    if named.isEmpty, folders.isEmpty {
      throw ValidationError("Missing expected argument '<folders> ...'")
    }
  }

  func run() throws {
    let project = try project.find(options.output)
    let parsed = try ParsedRegistry.read(project)
    let policy = policies.policy()
    let registry = try CheckOutcome("eros requires", of: parsed, by: policy)
      .registry(of: parsed, in: project, as: options)
    let uses = try JSUses(folders: named + folders, host: parsed.host)
    options.output.detail(uses.skippedFolders)
    let record = try RegistryRecord.read(
      at: joinedPath(output?.string ?? project.folder, registry.lockPath))
    let requirements = parsed.requirements(of: uses.needs(includingGuarded: false), lock: record)
    try outcome(of: uses, requirements, by: policy)
      .finish(RequiredFeatures(uses, requirements), as: options)
  }

  private static let checkedRules: Set<RegistryRule> = [
    .sourceTooLarge, .sourceUnreadable, .nothingToRead, .hostCopy, .bundledScript,
    .moduleNotFollowed,
  ]

  /// Returns the findings about JavaScript that could not be read or tracked, so the requirements
  /// may be incomplete.
  ///
  /// The exit status is 66 if the requirements are unknown, and 1 if no version of the app meets
  /// them or a finding is an error.
  private func outcome(
    of uses: JSUses, _ requirements: [JSRequirement], by policy: FindingPolicy
  ) -> CheckOutcome {
    var outcome = CheckOutcome(
      "eros requires", codes: RegistryRule.allCases + [CheckFindingCode.nativeSideLacks],
      unchecked: RegistryRule.allCases.filter { !Self.checkedRules.contains($0) }.unchecked)
    let others = uses.findings.filter { !$0.has(RegistryRule.moduleNotFollowed) }
    let findings = policy.apply(to: others + uses.untrackedModules)
    outcome.add(uses.fileCount == 0 ? findings.raisingNothingToRead : findings)
    // The text and the JSON document list the missing names by platform instead.
    if options.format != nil { outcome.add(requirements.flatMap { $0.findings(at: uses) }) }
    if uses.fileCount == 0 { outcome.fail(with: .inputNotFound) }
    if requirements.contains(where: { !$0.missing.isEmpty }) { outcome.fail(with: .checkFailed) }
    return outcome
  }
}

extension JSRequirement {
  /// Returns a finding for each missing name, at its first use.
  ///
  /// Members of something missing are left out.
  fileprivate func findings(at uses: JSUses) -> [Finding] {
    let missingNeeds = Set(missing)
    return missing.filter { need in !(need.owner.map { missingNeeds.contains($0) } ?? false) }
      .map { need in
        let use = uses.uses.first { !$0.isGuarded && ($0.need == need || $0.need.owner == need) }
        return Finding(
          CheckFindingCode.nativeSideLacks, file: use?.file, at: use?.position,
          "the newest version of the \(platform.displayName) app does not offer the \(need.message.escapedForDisplay)",
          remedy: "add it to the app and to the configuration, or correct the name")
      }
  }
}

private struct RequiredFeatures: FindingDetails {
  struct Component: Encodable {
    var attributes: [String] = []
    var events: [String] = []
    var methods: [String] = []

    fileprivate mutating func add(_ kind: MemberKind, _ name: String) {
      switch kind {
      case .attribute: attributes.append(name)
      case .event: events.append(name)
      default: methods.append(name)
      }
    }
  }

  struct Version: Encodable {
    let minVersion: String?
    let missing: [String]
  }

  private(set) var modules: [String: [String]] = [:]
  private(set) var components: [String: Component] = [:]
  /// Rexxar's widgets and container APIs, by path.
  private(set) var widgets: [String] = []
  private(set) var containerAPIs: [String] = []
  /// The members of embedded views by type, such as `event onTap`.
  ///
  /// An unknown type is `*`.
  private(set) var embedViews: [String: [String]] = [:]
  let files: Int
  /// `nil` if the app does not support the platform.
  private(set) var ios: Version?
  private(set) var android: Version?

  init(_ uses: JSUses, _ requirements: [JSRequirement]) {
    files = uses.fileCount
    let version = { (platform: Platform) in
      requirements.first { $0.platform == platform }.map {
        Version($0, isKnown: uses.fileCount > 0)
      }
    }
    ios = version(.ios)
    android = version(.android)
    for need in uses.needs() {
      switch need {
      case .entry(.module, let name): modules[name, default: []] += []
      case .member(_, let name, of: .module, let module): modules[module, default: []].append(name)
      case .entry(.component, let tag): components[tag] = components[tag] ?? Component()
      case .member(let member, let name, of: .component, let tag):
        components[tag, default: Component()].add(member, name)
      case .entry(.widget, let path): widgets.append(path)
      case .entry(.containerAPI, let path): containerAPIs.append(path)
      case .entry(.embedView, let type): embedViews[type] = embedViews[type] ?? []
      case .member(let member, let name, of: .embedView, let type):
        embedViews[type.isEmpty ? "*" : type, default: []].append("\(member.rawValue) \(name)")
      // Pages do not use other kinds by name.
      case .entry, .member: break
      }
    }
  }

  func logged(_ findings: [Finding]) -> [Finding] { findings }

  func text(_ style: TextStyle, _ findings: [Finding]) -> String? {
    var lines = modules.sorted { $0.key < $1.key }.map { name, methods in
      "module \(name)" + (methods.isEmpty ? "" : ": " + methods.joined(separator: ", "))
    }
    lines += components.sorted { $0.key < $1.key }.map { tag, component in
      let members =
        component.attributes + component.events.map { "@" + $0 }
        + component.methods.map { $0 + "()" }
      return "component \(tag)" + (members.isEmpty ? "" : ": " + members.joined(separator: ", "))
    }
    lines += widgets.map { "widget \($0)" } + containerAPIs.map { "container API \($0)" }
    lines += embedViews.sorted { $0.key < $1.key }.map { type, members in
      "embedded view \(type)" + (members.isEmpty ? "" : ": " + members.joined(separator: ", "))
    }
    for case (let title, let version?) in [("ios", ios), ("android", android)] {
      lines.append("\(title) requires \(version.minVersion ?? "an unknown version")")
      lines += version.missing.map { "  missing: \($0)" }
    }
    return lines.map(\.escapedForDisplay).joined(separator: "\n")
  }
}

extension RequiredFeatures.Version {
  /// Converts a platform's requirement.
  ///
  /// If no JavaScript was read, nothing is known about it.
  fileprivate init(_ requirement: JSRequirement, isKnown: Bool) {
    self.init(
      minVersion: isKnown ? requirement.lowestVersion : nil,
      missing: requirement.missing.map(\.description))
  }
}
