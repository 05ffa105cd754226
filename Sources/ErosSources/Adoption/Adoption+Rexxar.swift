import ErosCore
import ErosRegistry
import ErosSyntax

/// Widgets and container APIs of Rexxar, which the sources define by classes with paths.
extension Adoption {
  /// A kind of class that handles the paths of a Rexxar page.
  enum RexxarKind {
    case widget, containerAPI

    /// The base class or protocol.
    var bases: [String] {
      switch self {
      case .widget: ["RXRWidget", "RexxarWidget"]
      case .containerAPI: ["RXRContainerAPI", "RexxarContainerAPI"]
      }
    }

    var pathRule: NameRule { self == .widget ? .widgetPath : .containerPath }

    var title: String { self == .widget ? "widget" : "container API" }

    /// The calls and properties that register the classes.
    var registrations: Set<String> {
      self == .widget
        ? ["addRexxarWidget", "setWidgets", "widgets"]
        : ["addContainerApi", "setContainerAPIs", "containerAPIs"]
    }

    /// Returns the path in a description, from the one in a source.
    func path(_ text: String, on platform: Platform) -> String? {
      switch self {
      case .widget: text.hasPrefix("/widget/") ? text : nil
      case .containerAPI:
        platform == .android ? text : text.hasPrefix("/api/") ? String(text.dropFirst(4)) : nil
      }
    }
  }

  /// Describes the classes of `kind` by path, except those in `known`.
  mutating func rexxarEntries(
    _ kind: RexxarKind, except known: Set<String>
  ) -> [(String, [JSONObject.Member])] {
    var found: [String: [Platform: String]] = [:]
    for platform in Platform.allCases {
      guard let index = indexes[platform] else { continue }
      for name in index.names { read(name, kind, index, &found) }
    }
    return found.filter { !known.contains($0.key) }.sorted { inByteOrder($0.key, $1.key) }
      .map { path, classes in
        let name = path.split(separator: "/").last.map(String.init) ?? path
        var members = [
          Self.member("name", .string(name)), Self.member("path", .string(path)),
        ]
        for platform in Platform.allCases {
          guard let type = classes[platform] else { continue }
          members.append(Self.member(platform.rawValue, classMember(type, on: platform)))
        }
        return (name, members)
      }
  }

  private func classMember(_ name: String, on platform: Platform) -> JSONValue {
    var members = [Self.member("class", .string(name))]
    if platform == .ios, let header = indexes[.ios]?.header(of: name) {
      members.append(Self.member("header", .string(header)))
    }
    if platform == .ios, indexes[.ios]?.isSwift(name) == true {
      members.append(Self.member("swift", .bool(true)))
    }
    return members.count == 1 ? .string(name) : .object(JSONObject(members))
  }

  private mutating func read(
    _ name: String, _ kind: RexxarKind, _ index: ClassIndex,
    _ found: inout [String: [Platform: String]]
  ) {
    let parts = index.parts(of: name)
    let chain = index.chain(of: name)
    guard parts.contains(where: { $0.isDefinition && !$0.isExtension && !$0.isAbstract }),
      (chain.names.dropFirst() + chain.roots).map(ClassIndex.simpleName)
        .contains(where: kind.bases.contains),
      let position = index.position(of: name)
    else { return }
    let paths = parts.flatMap(\.paths).compactMap { kind.path($0.value, on: index.platform) }
    let rule: NameRule = index.platform == .ios ? .iosClass : .javaClass
    guard let path = paths.first(where: kind.pathRule.accepts), rule.accepts(name) else {
      return refuse(name, at: position, "is a \(kind.title) without a literal path")
    }
    found[path, default: [:]][index.platform] = found[path]?[index.platform] ?? name
  }
}
