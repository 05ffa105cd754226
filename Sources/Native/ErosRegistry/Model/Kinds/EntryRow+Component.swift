import ErosConfig
import ErosCore

extension EntryRow {
  /// A component, whose name pages use as a tag.
  static let component = EntryRow(
    noun: "component", subject: "a component", members: [.attribute, .event, .method],
    isOpen: true, inheritedMethods: elementMethods, certainty: .ifDeclared, isObject: true,
    bases: [
      .ios: ["WXComponent", "DCUniComponent"],
      .android: ["WXComponent", "WXVContainer", "UniComponent", "UniVContainer"],
    ], sdkBases: .components,
    skeleton: Skeleton(
      argument: "component", template: "Component", suffix: "Component", suggestion: [],
      context: { $0.component($1, $2) }),
    reference: Reference(
      page: "components", title: "Components",
      introduction:
        "Pages use a component as a tag. Its methods are called on a ref, as in this.$refs.name.",
      language: "html",
      usage: { component, _ in component.names.map { "<\($0.value)></\($0.value)>" } }),
    check: { $0.check(component: $1) }, read: { $0.component(&$1, key: $2) })

  /// Methods that every element has in the JavaScript framework, and in browsers that show the
  /// page.
  private static let elementMethods: Set<String> = [
    "addEvent", "addEventListener", "animate", "appendBefore", "appendChild", "appendTo",
    "clear", "click", "cloneNode", "closest", "contains", "destroy", "dispatchEvent", "fireEvent",
    "getAttribute", "getBoundingClientRect", "getComputedStyle", "hasAttribute", "insertAfter",
    "insertBefore", "matches", "querySelector", "querySelectorAll", "remove", "removeAttribute",
    "removeChild", "removeEvent", "removeEventListener", "scrollIntoView", "setAttr",
    "setAttribute", "setAttrs", "setClassList", "setClassStyle", "setStyle", "setStyleBatch",
    "setStyles", "toJSON", "toStyle", "toString",
  ]
}

private struct ComponentDetails: EntryDetails {
  let aliases: [String]
  /// `true` if children are appended as a tree.
  ///
  /// `nil` leaves it to the platform's default.
  let appendTree: Bool?
  let isTemplate: Bool
  let lifecycle: Located<[LifecycleHook]>?

  var manifest: [String: JSONValue] {
    var members: [String: JSONValue] = [
      "aliases": .strings(aliases), "isTemplate": .bool(isTemplate),
    ]
    members["appendTree"] = appendTree.map { .bool($0) }
    return members
  }
}

extension Entry {
  private var component: ComponentDetails? { details as? ComponentDetails }

  /// `true` if a component's children are appended as a tree, or `nil` for the platform's default.
  var appendTree: Bool? { component?.appendTree }
  var isTemplate: Bool { component?.isTemplate ?? false }
  /// The lifecycle methods of a component's class.
  var lifecycle: Located<[LifecycleHook]>? { component?.lifecycle }
}

extension RegistryParser {
  fileprivate mutating func component(
    _ reader: inout JSONFields, key: JSONObject.Member?
  ) -> Entry? {
    let name = name(&reader, tagRule, key: key)
    let facts = facts(&reader)
    let aliases = reader.names("aliases", tagRule, log: log)
    let appendTree = reader.boolean("appendTree")
    let isTemplate = reader.boolean("isTemplate") ?? false
    let attributes = reader.list("attributes").compactMap { attribute($0) }
    let events = reader.list("events").compactMap { event($0) }
    let methods = methods(&reader)
    let hooks = lifecycle(&reader)
    return name.map {
      Entry(
        kind: .component, title: $0, names: [$0] + aliases, facts: facts,
        members: attributes + events, methods: methods,
        details: ComponentDetails(
          aliases: aliases.map(\.value), appendTree: appendTree, isTemplate: isTemplate,
          lifecycle: hooks))
    }
  }

  private func lifecycle(_ reader: inout JSONFields) -> Located<[LifecycleHook]>? {
    guard let node = reader.node("lifecycle") else { return nil }
    let hooks = reader.choices("lifecycle", LifecycleHook.self, log: log)
    return Located(hooks.map(\.value), at: node.range.lowerBound)
  }

  private mutating func attribute(_ node: JSONNode) -> EntryMember? {
    guard var reader = JSONFields(node, "an attribute", log: log) else { return nil }
    defer { reader.reportUnread(to: log) }
    let name = reader.name("name", .attribute, isRequired: true, log: log)
    let type = reader.node("type").map { types.read($0, .value) }
    let isRequired = reader.boolean("required") ?? false
    let isDynamic = reader.boolean("dynamic") ?? false
    let defaultText = reader.node("default").map {
      String(decoding: JSONWriter.write($0.value), as: UTF8.self)
    }
    let platforms = platforms(&reader)
    let since = since(&reader)
    let doc = reader.text("doc")?.value
    return name.map {
      EntryMember(
        kind: .attribute, name: $0, declaredType: type, isRequired: isRequired,
        isDynamic: isDynamic, defaultText: defaultText, platforms: platforms, since: since,
        doc: doc)
    }
  }
}

extension RegistryChecker {
  fileprivate func check(component: Entry) {
    checkMethods(component.methods, platforms: component.facts)
    checkDuplicates(of: component)
    for attribute in component.members(.attribute) { checkReserved(attribute.name) }
    for event in component.members(.event) { checkName(of: event) }
    checkHooks(of: component)
    if registry.settings.host == .weex, component.appendTree == nil,
      component.facts.platforms.count == 2
    {
      log.add(
        .appendDiffers, at: component.name.offset,
        "without 'appendTree', '\(component.name.value)' is appended as a tree on iOS and node by "
          + "node on Android", "set 'appendTree' to true or false")
    }
  }

  private func checkReserved(_ name: Located<String>) {
    let reserved = ["ref", "key", "is", "slot", "style", "class", "append"]
    guard reserved.contains(name.value) || name.value.begins(with: "v-") else { return }
    log.add(
      .reservedAttribute, at: name.offset,
      "the JS framework reserves the attribute '\(name.value)'")
  }

  private func checkName(of event: EntryMember) {
    let name = event.name
    // Events of uni-app are often called 'onTel', which pages listen to with '@onTel'.
    if registry.settings.host == .weex, name.value.begins(with: "on") {
      log.add(
        .suspiciousEvent, at: name.offset,
        "pages would listen to the event '\(name.value)' with '@\(name.value)'",
        "remove 'on' from the name")
    } else if EntryMember.builtInEvents.contains(name.value), event.declaredType != nil {
      log.add(
        .suspiciousEvent, at: name.offset,
        "every component already has an event '\(name.value)' with its own parameters")
    }
  }

  private func checkHooks(of component: Entry) {
    guard let lifecycle = component.lifecycle, !lifecycle.value.contains(.updateAttributes) else {
      return
    }
    guard let attribute = component.members(.attribute).first(where: \.isDynamic) else { return }
    log.add(
      .dynamicWithoutHook, at: lifecycle.offset,
      "the attribute '\(attribute.name.value)' is dynamic, but 'updateAttributes' is missing in 'lifecycle'"
    )
  }
}

enum LifecycleHook: String, Sendable, CaseIterable {
  case loadView, viewWillLoad, viewDidLoad, viewWillUnload, viewDidUnload, layoutDidFinish
  case updateStyles, updateAttributes, addEvent, removeEvent
}

extension SkeletonGenerator {
  fileprivate func component(_ component: Entry, _ members: NativeMembers) -> TemplateContext {
    let platform = members.spelling.language.platform
    let methods = component.methods.on(platform)
    let attributes = component.members(.attribute, on: platform)
    let events = component.members(.event, on: platform)
    let types = attributes.map { members.spelling.parameter($0.type, isOptional: true) }
    let hooks = component.lifecycle?.value ?? usualHooks(attributes, events)
    let imports = imports(
      methods, members, types: types,
      uses: ["instance", "component", "container"] + (hasDOMObjects ? [] : ["data"])
        + (attributes.isEmpty ? [] : ["property"]),
      others: ["android.content.Context", "android.view.View"]
        + (hasDOMObjects ? ["\(sdk.package).dom.WXDomObject"] : [])
        + (events.isEmpty || members.spelling.language == .kotlin
          ? [] : ["java.util.Map"] + (sdk.wrapsDetail ? ["java.util.HashMap"] : [])))
    let flags = LifecycleHook.allCases.map { ($0.rawValue, TemplateValue.flag(hooks.contains($0))) }
    return [
      "methods": .objects(methods.map(members.method)),
      "attributes": members.attributes(attributes), "events": members.events(events),
      "imports": .texts(imports), "hooks": .object(Dictionary(uniqueKeysWithValues: flags)),
    ]
  }

  /// Returns the lifecycle hooks that a component usually needs.
  private func usualHooks(
    _ attributes: [EntryMember], _ events: [EntryMember]
  ) -> [LifecycleHook] {
    [.loadView, .viewDidLoad] + (attributes.isEmpty ? [] : [.updateAttributes])
      + (events.isEmpty ? [] : [.addEvent, .removeEvent])
  }
}
