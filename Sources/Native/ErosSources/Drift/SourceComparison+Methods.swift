import ErosConfig
import ErosCore
import ErosRegistry
import ErosSyntax

/// Compares the methods, attributes and events of an entry with its class.
extension SourceComparison {
  mutating func compare(
    _ methods: [MethodEntry], of name: String, _ facts: EntryFacts, _ what: Message,
    on platform: Platform
  ) {
    let index = indexes[platform]
    let exports = index.allExports(of: name)
    let chain = index.chain(of: name)
    var declared: Set<String> = []
    for method in methods.on(platform) {
      declared.insert(method.name.value)
      guard let export = exports[method.name.value] else {
        reportMissing(method, name, facts, what, among: exports, on: platform)
        continue
      }
      compare(method, export, in: chain, on: platform)
    }
    for export in exports.values.sorted(by: { $0.position < $1.position })
    // Non-public exports are reported separately.
    where export.isPublic && !declared.contains(export.name)
      && !RegistrySurface.inheritedMethods.contains(export.name)
    {
      add(
        .methodUndeclared, at: export.position,
        Self.conditional(
          export, "'\(name)' exports '\(export.name)', which \(what) does not declare"),
        "declare it in 'methods'; if only \(platform.displayName) has it, add \"platforms\"")
    }
  }

  private static func conditional(_ export: SourceExport, _ message: Message) -> Message {
    export.isConditional ? "\(message) (inside a preprocessor condition)" : message
  }

  private mutating func reportMissing(
    _ method: MethodEntry, _ name: String, _ facts: EntryFacts, _ what: Message,
    among exports: [String: SourceExport], on platform: Platform
  ) {
    let index = indexes[platform]
    // Generated code exports the methods of Swift classes.
    let isGenerated =
      platform == .ios && registry.settings.ios.exports && facts.ios?.isSwift == true
    if isGenerated {
      let export = SourceExport(
        name: method.name.value, nativeName: method.selector, isSync: true,
        position: config.position(at: method.name.offset))
      if index.method(of: export, in: index.chain(of: name))?.isExposed == true { return }
    }
    add(
      .methodMissing, at: config.position(at: method.name.offset),
      index.position(of: name).map {
        "'\(name)' (\($0)) does not export '\(method.name.value)' of \(what) on \(platform.displayName)"
      } ?? "'\(name)' does not export '\(method.name.value)' of \(what) on \(platform.displayName)",
      isGenerated
        ? "add `@objc func` with the selector '\(method.selector)'"
        : Spelling.hint(
          for: method.name.value, among: exports.keys.sorted(by: inByteOrder), within: spelling)
          ?? "export it, or remove it from 'methods'")
  }

  private mutating func compare(
    _ method: MethodEntry, _ export: SourceExport, in chain: ClassIndex.Chain,
    on platform: Platform
  ) {
    let signature = method.signature(on: platform)
    let declared = config.position(at: method.name.offset)
    if signature.isSync != export.isSync {
      add(
        .syncDiffers, at: export.position,
        Self.conditional(
          export,
          export.isSync
            ? "'\(export.name)' is synchronous here, but declared at \(declared) as asynchronous"
            : "'\(export.name)' is asynchronous here, but declared at \(declared) as synchronous"))
    }
    let nativeMethod = indexes[platform].method(of: export, in: chain)
    let count =
      platform == .ios ? Selector.arity(export.nativeName) : nativeMethod?.parameters.count
    if let count, count != signature.args.count {
      add(
        .arityDiffers, at: export.position,
        Self.conditional(
          export,
          "'\(export.nativeName)' has \(MethodEntry.arguments(count)), but is declared at \(declared) with \(signature.args.count)"
        ))
    } else if let nativeMethod {
      compareTypes(signature, nativeMethod, export, declared, on: platform)
    }
  }

  private mutating func compareTypes(
    _ signature: MethodEntry.Signature, _ method: SourceMethod, _ export: SourceExport,
    _ declared: FilePosition, on platform: Platform
  ) {
    let types = NativeTypes(platform: platform)
    for (argument, parameter) in zip(signature.args, method.parameters)
    where !types.accepts(registry.types.expanded(argument.type), parameter.type) {
      add(
        .typeDiffers, at: parameter.position,
        "'\(argument.name.value)' of '\(export.name)' has type "
          + "'\(parameter.type.escapedForDisplay)', but is declared at \(declared) as \(argument.type.normalForm)"
      )
    }
    guard export.isSync, signature.isSync, signature.returns != .void, !method.returns.isEmpty,
      !types.accepts(registry.types.expanded(signature.returns), method.returns)
    else { return }
    add(
      .typeDiffers, at: export.position,
      "'\(export.name)' returns '\(method.returns.escapedForDisplay)', but is declared at \(declared) as "
        + "returning \(signature.returns.normalForm)")
  }

  // MARK: Attributes, events and messages

  static let commonAttributes: Set<String> = [
    "ref", "key", "is", "slot", "style", "class", "append", "id", "scope", "isTemplate",
  ]

  /// Compares the attributes, parameters, events and messages of an entry with its class.
  ///
  /// Skips an embedded view that describes no members.
  mutating func compareMembers(of entry: Entry, _ name: String, on platform: Platform) {
    let isView = entry.kind == .embedView
    guard entry.kind == .component || isView && !entry.members.isEmpty else { return }
    let index = indexes[platform]
    let chain = index.chain(of: name)
    let parts = chain.names.flatMap { index.parts(of: $0) }
    let bases = NativeBases.of(entry.kind, on: platform)?.accepted ?? []
    // SDK classes may read attributes that the sources do not.
    let isPlain =
      !chain.roots.isEmpty
      && chain.roots.allSatisfy {
        isView ? bases.contains(ClassIndex.simpleName($0)) : NativeBases.isPlain($0)
      }
    for kind in entry.kind.row.memberKinds where kind != .method {
      let native = index.members(kind, of: name)
      // A class may decode all parameters at once. Only one that reads some by name is complete.
      let isComplete = isPlain && !(isView && native.isEmpty)
      compare(
        kind.noun, entry.members(kind, on: platform).map(\.name), native, kind.verbs,
        "the \(entry.what)", name,
        isComplete: isComplete && !parts.contains { $0.hasUnknown(kind) },
        common: isView
          ? ["id", "type", "style", "class"]
          : kind == .event ? EntryMember.builtInEvents : Self.commonAttributes)
    }
  }

  private mutating func compare(
    _ what: Message, _ declared: [Located<String>], _ sourceNames: [SourceName],
    _ verbs: (active: Message, passive: Message), _ owner: Message, _ className: String,
    isComplete: Bool, common: Set<String>
  ) {
    let names = Set(declared.map(\.value))
    var reported = common
    for name in sourceNames
    where !names.contains(name.value) && reported.insert(name.value).inserted {
      add(
        .memberDiffers, at: name.position,
        "'\(className)' \(verbs.active) the \(what) '\(name.value.escapedForDisplay)', which "
          + "\(owner) does not declare",
        Spelling.hint(for: name.value, among: declared.map(\.value), within: spelling))
    }
    guard isComplete else { return }
    let namesOfClass = Set(sourceNames.map(\.value)).union(common)
    for name in declared where !namesOfClass.contains(name.value) {
      add(
        .memberDiffers, at: config.position(at: name.offset),
        "the \(what) '\(name.value)' is never \(verbs.passive) by '\(className)'",
        Spelling.hint(for: name.value, among: sourceNames.map(\.value), within: spelling))
    }
  }
}

extension MemberKind {
  /// The verbs for a class and its members: a class `fires` an event.
  fileprivate var verbs: (active: Message, passive: Message) {
    switch self {
    case .event: ("fires", "fired")
    case .message: ("handles", "handled")
    default: ("reads", "read")
    }
  }
}

extension ClassIndex {
  fileprivate func members(_ kind: MemberKind, of name: String) -> [SourceName] {
    switch kind {
    case .event: events(of: name)
    case .message: messages(of: name)
    default: attributes(of: name).map(\.sourceName)
    }
  }
}

extension SourceClass {
  fileprivate func hasUnknown(_ kind: MemberKind) -> Bool {
    switch kind {
    case .event: hasUnknownEvents
    case .message: hasUnknownMessages
    default: hasUnknownAttributes
    }
  }
}
