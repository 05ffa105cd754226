import ErosCore
import ErosRegistry
import ErosSyntax

/// Methods, attributes and events, with types derived from the native ones.
extension Adoption {
  private struct Side {
    let platform: Platform
    let export: SourceExport
    let parameters: [SourceParameter]
    let returns: String

    var types: NativeTypes { NativeTypes(platform: platform) }
  }

  mutating func methods(
    of classes: [Platform: AdoptedClass], _ owner: Message
  ) -> [JSONValue] {
    var sides: [String: [Platform: Side]] = [:]
    for (platform, adopted) in classes {
      let index = indexes[platform]
      let chain = index.chain(of: adopted.name)
      for (name, export) in index.allExports(of: adopted.name)
      where !RegistrySurface.inheritedMethods.contains(name) {
        sides[name, default: [:]][platform] = side(export, chain, index)
      }
    }
    methodsLeft -= sides.count
    reportSpelling("method", of: owner, sides.mapValues { $0.mapValues(\.export.position) })
    return sides.sorted { inByteOrder($0.key, $1.key) }.compactMap { name, sides in
      method(name, sides, isEverywhere: sides.count == classes.count)
    }
  }

  /// Reports names that differ slightly between the platforms.
  ///
  /// `positionsByName` has their positions.
  private mutating func reportSpelling(
    _ what: Message, of owner: Message, _ positionsByName: [String: [Platform: FilePosition]]
  ) {
    let names = { (platform: Platform) in
      positionsByName.compactMap { name, positions in
        positions[platform].map { SourceName(value: name, position: $0) }
      }.sorted { inByteOrder($0.value, $1.value) }
    }
    report(
      SpellingComparison.findings(what, of: owner, ios: names(.ios), android: names(.android)))
  }

  private func side(_ export: SourceExport, _ chain: ClassIndex.Chain, _ index: ClassIndex) -> Side
  {
    let method = index.method(of: export, in: chain)
    let count = index.platform == .ios ? Selector.arity(export.nativeName) : 0
    let unknown = SourceParameter(name: "", type: "", position: export.position)
    let parameters = method?.parameters ?? []
    return Side(
      platform: index.platform, export: export,
      parameters: index.platform == .ios && parameters.count != count
        ? Array(repeating: unknown, count: count) : parameters,
      returns: method?.returns ?? "void")
  }

  private mutating func method(
    _ name: String, _ sides: [Platform: Side], isEverywhere: Bool
  ) -> JSONValue? {
    guard let main = sides[.ios] ?? sides[.android] else { return nil }
    let rule = main.platform == .ios ? NameRule.selector : .identifier
    guard NameRule.method.accepts(name), rule.accepts(main.export.nativeName) else {
      refuse(name, at: main.export.position, "must be \(NameRule.method.expectation)")
      return nil
    }
    guard sides.values.allSatisfy({ $0.parameters.count <= Self.maximumArgumentCount }) else {
      refuse(
        name, at: main.export.position, "must have at most \(Self.maximumArgumentCount) arguments")
      return nil
    }
    let other = main.platform == .ios ? sides[.android] : nil
    let isSame = other.map { $0.parameters.count == main.parameters.count } ?? true
    let args = Self.arguments(main, isSame ? other : nil)
    var members = [Self.member("name", .string(name))]
    members.add("sync", if: main.export.isSync)
    members.add("args", texts: args)
    members.add("returns", text: Self.result(main, other))
    members.add("platforms", texts: isEverywhere ? [] : sides.keys.sorted().map(\.rawValue))
    members += Self.differences(name, main, other, isSame: isSame)
    return .object(JSONObject(members))
  }

  private static func differences(
    _ name: String, _ main: Side, _ other: Side?, isSame: Bool
  ) -> [JSONObject.Member] {
    var members: [JSONObject.Member] = []
    let defaultSelector = name + String(repeating: ":", count: main.parameters.count)
    if main.platform == .ios, main.export.nativeName != defaultSelector {
      let selector = JSONObject([member("selector", .string(main.export.nativeName))])
      members.append(member("ios", .object(selector)))
    }
    guard let android = main.platform == .android ? main : other else { return members }
    let (method, isSync) = (android.export.nativeName, android.export.isSync)
    var androidMembers: [JSONObject.Member] = []
    androidMembers.add("method", text: method == name ? nil : method)
    androidMembers.add("args", isSame ? nil : .strings(arguments(android, nil)))
    androidMembers.add("sync", isSync == main.export.isSync ? nil : .bool(isSync))
    members.add("android", androidMembers.isEmpty ? nil : .object(JSONObject(androidMembers)))
    return members
  }

  /// Returns the arguments, each with a type that all platforms accept.
  private static func arguments(_ main: Side, _ other: Side?) -> [String] {
    var taken: Set<String> = []
    return main.parameters.indices.map { index in
      let parameter = main.parameters[index]
      var name = NameRule.identifier.accepts(parameter.name) ? parameter.name : "arg\(index + 1)"
      while !taken.insert(name).inserted { name += "_" }
      let natives =
        [(main.types, parameter.type)]
        + (other.map { [($0.types, $0.parameters[index].type)] } ?? [])
      return "\(name): \(common(natives).normalForm)"
    }
  }

  private static func result(_ main: Side, _ other: Side?) -> String? {
    let sides = [main] + (other.map { [$0] } ?? [])
    guard sides.allSatisfy(\.export.isSync) else { return nil }
    let type = common(sides.map { ($0.types, $0.returns) })
    return type == .void ? nil : type.normalForm
  }

  /// Returns the first suggested type that all platforms accept.
  private static func common(_ natives: [(types: NativeTypes, native: String)]) -> TypeExpression {
    let candidates = natives.compactMap { $0.types.meaning(of: $0.native) }
    // A string type is the least specific, so it comes last.
    let sorted = candidates.filter { $0 != .string } + candidates.filter { $0 == .string }
    return sorted.first { type in
      natives.allSatisfy {
        $0.types.meaning(of: $0.native) != nil && $0.types.accepts(type, $0.native)
      }
    } ?? .any
  }

  // MARK: Attributes and events

  mutating func attributes(
    of classes: [Platform: AdoptedClass], _ component: String
  ) -> [JSONValue] {
    members(
      of: classes, component, .attribute, besides: SourceComparison.commonAttributes,
      inherited: \.attributes
    ) { index, name in
      index.attributes(of: name).map { ($0.name, $0.position, $0.type) }
    }
  }

  mutating func events(
    of classes: [Platform: AdoptedClass], _ component: String
  ) -> [JSONValue] {
    members(
      of: classes, component, .event, besides: EntryMember.builtInEvents, inherited: \.events
    ) { index, name in
      index.events(of: name).map { ($0.value, $0.position, nil) }
    }
  }

  /// An attribute or event on one platform, with its Android type if known.
  private typealias Member = (name: String, position: FilePosition, type: String?)

  private mutating func members(
    of classes: [Platform: AdoptedClass], _ component: String, _ rule: NameRule,
    besides common: Set<String>, inherited: (SDKClass) -> [String],
    _ members: (ClassIndex, String) -> [Member]
  ) -> [JSONValue] {
    var membersByName: [String: [Platform: Member]] = [:]
    for (platform, adopted) in classes {
      for member in members(indexes[platform], adopted.name) where !common.contains(member.name) {
        membersByName[member.name, default: [:]][platform] = member
      }
    }
    reportSpelling(
      rule == .event ? "event" : "attribute", of: "component '\(component.escapedForDisplay)'",
      membersByName.mapValues { $0.mapValues(\.position) })
    // A component offers what its base class in the SDK offers, on each platform of the host.
    for (platform, adopted) in classes {
      for name in indexes[platform].sdkClasses(of: adopted.name).flatMap(inherited) {
        for other in classes.keys where membersByName[name]?[other] == nil {
          membersByName[name, default: [:]][other] = (name, adopted.registration.position, nil)
        }
      }
    }
    return membersByName.sorted { inByteOrder($0.key, $1.key) }.compactMap { name, variants in
      guard rule.accepts(name) else {
        refuse(name, atFirstOf: variants.values.map(\.position), "must be \(rule.expectation)")
        return nil
      }
      var described = [Self.member("name", .string(name))]
      let type = variants[.android]?.type.flatMap {
        NativeTypes(platform: .android).meaning(of: $0)
      }
      if let type, type != .any, !type.isCallback, type != .void {
        described.add("type", text: type.normalForm)
      }
      let isEverywhere = variants.count == classes.count
      described.add("platforms", texts: isEverywhere ? [] : variants.keys.sorted().map(\.rawValue))
      return .object(JSONObject(described))
    }
  }
}
