import ErosCommandSupport
import ErosCore
import ErosFiles
import ErosGenerator
import ErosRegistry
import ErosSources

/// The report of `eros generate --adopt`.
struct AdoptReport: FindingReport {
  static let command = "eros generate --adopt"
  static let codes: [any FindingCode] = RegistryRule.allCases

  let description: EncodedJSON
  let added: Int
  let findings: [Finding]
  /// The path of the written description.
  @OrNull var wrote: String?

  init(_ adoption: Adoption, otherFindings: [Finding], policy: FindingPolicy, wrote: String?) {
    description = EncodedJSON(adoption.description)
    added = adoption.addedCount
    findings = policy.apply(to: adoption.findings + otherFindings)
    self.wrote = wrote
    shown = String(decoding: adoption.text.dropLast(), as: UTF8.self)
  }

  private let shown: String

  private enum CodingKeys: String, CodingKey { case description, added, findings, wrote }

  func text(_ style: TextStyle) -> String {
    guard let wrote else { return shown }
    return
      "wrote \(wrote.escapedForDisplay), with \(Readable.count(added, "entry")) from the sources"
  }
}

/// The report of `eros generate --adopt --patch`.
struct RegistrationPatchReport: FindingReport {
  static let command = "eros generate --adopt --patch"
  static let codes: [any FindingCode] = RegistryRule.allCases

  let patch: String
  /// The number of removed registrations.
  let removed: Int
  let files: [String]
  let findings: [Finding]

  init(_ patch: RegistrationPatch, policy: FindingPolicy) {
    self.patch = String(decoding: patch.text, as: UTF8.self)
    removed = patch.removedCount
    files = patch.files
    findings = policy.apply(to: patch.findings)
  }

  // The line feed at the end is printed.
  func text(_ style: TextStyle) -> String { String(patch.dropLast()) }
}

/// The report of `eros generate --requires`.
struct RequiresReport: FindingReport {
  static let command = "eros generate --requires"
  static let codes: [any FindingCode] = RegistryRule.allCases

  struct Component: Encodable {
    var attributes: [String] = []
    var events: [String] = []
  }

  struct Version: Encodable {
    @OrNull var minVersion: String?
    let missing: [String]
  }

  private(set) var modules: [String: [String]] = [:]
  private(set) var components: [String: Component] = [:]
  /// `nil` if the app does not support the platform.
  @OrNull private(set) var ios: Version?
  @OrNull private(set) var android: Version?
  /// The JavaScript that could not be read or tracked, so the requirements may be incomplete.
  let findings: [Finding]

  init(_ uses: JSUses, _ requirements: [JSRequirement], policy: FindingPolicy) {
    findings = policy.apply(to: uses.findings + uses.untrackedModules)
    ios = requirements.first { $0.platform == .ios }.map(Version.init)
    android = requirements.first { $0.platform == .android }.map(Version.init)
    for need in uses.needs() {
      switch need {
      case .module(let name): modules[name, default: []] += []
      case .method(let module, let name): modules[module, default: []].append(name)
      case .component(let tag): components[tag] = components[tag] ?? Component()
      case .attribute(let tag, let name):
        components[tag, default: Component()].attributes.append(name)
      case .event(let tag, let name): components[tag, default: Component()].events.append(name)
      }
    }
  }

  /// Whether no version of the app meets the requirements, or a finding is an error.
  var isFailure: Bool {
    [ios, android].contains { $0?.missing.isEmpty == false } || findings.hasErrors
  }

  func text(_ style: TextStyle) -> String {
    var lines = modules.sorted { $0.key < $1.key }.map { name, methods in
      "module \(name)" + (methods.isEmpty ? "" : ": " + methods.joined(separator: ", "))
    }
    lines += components.sorted { $0.key < $1.key }.map { tag, component in
      let members = component.attributes + component.events.map { "@" + $0 }
      return "component \(tag)" + (members.isEmpty ? "" : ": " + members.joined(separator: ", "))
    }
    for case (let title, let version?) in [("ios", ios), ("android", android)] {
      lines.append("\(title) requires \(version.minVersion ?? "an unknown version")")
      lines += version.missing.map { "  missing: \($0)" }
    }
    return lines.map(\.escapedForDisplay).joined(separator: "\n")
  }
}

extension RequiresReport.Version {
  fileprivate init(_ requirement: JSRequirement) {
    self.init(
      minVersion: requirement.lowestVersion, missing: requirement.missing.map(\.description))
  }
}
