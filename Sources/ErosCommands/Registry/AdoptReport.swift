import ErosCore
import ErosRegistry
import ErosSources

/// The result of `eros generate --adopt`.
struct AdoptReport: Report {
  let description: EncodedJSON
  let added: Int
  let problems: [GenerateReport.Problem]
  /// The path of the written description.
  @OrNull var wrote: String?

  init(_ adoption: Adoption, policy: FindingPolicy, wrote: String?) {
    description = EncodedJSON(adoption.description)
    added = adoption.addedCount
    problems = adoption.findings.compactMap { GenerateReport.Problem($0, policy) }
    self.wrote = wrote
    shown = String(decoding: adoption.text.dropLast(), as: UTF8.self)
  }

  private let shown: String

  private enum CodingKeys: String, CodingKey { case description, added, problems, wrote }

  func text(_ style: TextStyle) -> String {
    guard let wrote else { return shown }
    return
      "wrote \(wrote.escapedForDisplay), with \(Readable.count(added, "entry")) from the sources"
  }
}

/// The result of `eros generate --requires`.
struct RequiresReport: Report {
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
  /// JavaScript that could not be read or followed, and may need more than the listed names.
  let problems: [GenerateReport.Problem]

  init(_ uses: JSUses, _ requirements: [JSRequirement], policy: FindingPolicy) {
    problems = (uses.findings + uses.lostModules).compactMap { GenerateReport.Problem($0, policy) }
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

  /// Whether no version of the app offers a needed name, or the result is incomplete.
  var isMissing: Bool {
    [ios, android].contains { $0?.missing.isEmpty == false } || problems.contains(where: \.isError)
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
      lines.append("\(title) needs \(version.minVersion ?? "a version that is not known")")
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

/// A JSON value in a report.
struct EncodedJSON: Encodable {
  private struct Key: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }
    init(_ text: String) { stringValue = text }
    init?(stringValue: String) { self.init(stringValue) }
    init?(intValue: Int) { nil }
  }

  private let value: JSONValue

  init(_ value: JSONValue) { self.value = value }

  func encode(to encoder: any Encoder) throws {
    switch value {
    case .object(let object):
      var container = encoder.container(keyedBy: Key.self)
      for member in object.members {
        try container.encode(EncodedJSON(member.node.value), forKey: Key(member.key))
      }
    case .array(let nodes):
      var container = encoder.unkeyedContainer()
      for node in nodes { try container.encode(EncodedJSON(node.value)) }
    default:
      var container = encoder.singleValueContainer()
      switch value {
      case .bool(let isTrue): try container.encode(isTrue)
      case .string(let text): try container.encode(text)
      case .number(let text):
        if let whole = value.integer {
          try container.encode(whole)
        } else {
          try container.encode(Double(text) ?? 0)
        }
      default: try container.encodeNil()
      }
    }
  }
}
