import ErosConfig
import ErosCore

extension RegistryChecker {
  func checkMethods(_ methods: [MethodEntry], platforms facts: EntryFacts) {
    checkDuplicates(methods.map(\.name), .duplicateMethod, "method")
    for method in methods {
      checkResult(of: method)
      checkName(of: method)
      if facts.platforms.contains(.ios), method.exists(on: .ios) {
        checkSelector(of: method)
        checkInheritance(of: method)
      }
      if facts.platforms.count == 2, method.platforms == nil { checkAgreement(of: method) }
    }
    if facts.platforms.contains(.ios) { checkSelectors(methods.on(.ios)) }
  }

  func checkDuplicates(_ names: [Located<String>], _ rule: RegistryRule, _ what: Message) {
    var first: [String: Int] = [:]
    for name in names {
      if let earlier = first[name.value] {
        log.add(
          rule, at: name.offset, "duplicate \(what) '\(name.value)'", first: earlier)
      }
      first[name.value] = name.offset
    }
  }

  /// Reports members with the same name.
  func checkDuplicates(of entry: Entry) {
    for kind in entry.kind.row.memberKinds {
      checkDuplicates(entry.members(kind).map(\.name), .duplicateMember, kind.noun)
    }
  }

  private func checkResult(of method: MethodEntry) {
    let name = method.name
    let signatures = Platform.allCases.filter { method.exists(on: $0) }
      .map { method.signature(on: $0) }
    if signatures.contains(where: { !$0.isSync }), method.returns.value != .void {
      log.add(
        .asyncResult, at: method.returns.offset,
        "'\(name.value)' is asynchronous, so JavaScript does not receive its result",
        "pass the result to a callback, or add `\"sync\": true`")
    }
    guard let sync = signatures.first(where: \.isSync) else { return }
    log.add(
      .syncMethod, at: name.offset,
      "'\(name.value)' is synchronous: it runs on the JS thread, and remote debugging cannot "
        + "return its result")
    if sync.returns == .void || sync.args.contains(where: \.type.isCallback) {
      log.add(
        .syncWithoutResult, at: name.offset,
        sync.returns == .void
          ? "'\(name.value)' is synchronous, but returns nothing"
          : "'\(name.value)' is synchronous, but has a callback")
    }
  }

  private func checkName(of method: MethodEntry) {
    let name = method.name
    if ["addEventListener", "removeAllEventListeners"].contains(name.value) {
      log.add(
        .defaultShadowed, at: name.offset, "every module already has a method '\(name.value)'")
    } else if name.value.begins(with: "on") {
      log.add(
        .defaultShadowed, at: name.offset,
        "'\(name.value)' looks like a property for a callback, as in `module.\(name.value) = …`"
      )
    }
  }

  // MARK: Selectors

  private func checkSelector(of method: MethodEntry) {
    guard let selector = method.differences[.ios]?.nativeName else { return }
    let count = method.signature(on: .ios).args.count
    let colons = Selector.arity(selector.value)
    if colons != count {
      log.add(
        .selectorMismatch, at: selector.offset,
        "the selector '\(selector.value)' has \(MethodEntry.arguments(colons)), but '\(method.name.value)' "
          + "has \(count)")
    } else if Selector.jsName(selector.value) != method.name.value {
      log.add(
        .selectorMismatch, at: selector.offset,
        "JavaScript calls the selector '\(selector.value)' by the name "
          + "'\(Selector.jsName(selector.value))', but the method is '\(method.name.value)'",
        "give the method the name of the selector's first keyword")
    }
  }

  private func checkInheritance(of method: MethodEntry) {
    guard ReservedWords.object.contains(method.selector) else { return }
    log.add(
      .reservedWord, at: method.name.offset,
      "every iOS object already has a method '\(method.selector)' with another meaning",
      "rename the method, or add an argument")
  }

  private func checkSelectors(_ methods: [MethodEntry]) {
    var first: [String: Located<String>] = [:]
    for method in methods {
      let offset = method.differences[.ios]?.nativeName?.offset ?? method.name.offset
      let keyword = Selector.jsName(method.selector)
      if let other = first[keyword], other.value != method.selector {
        log.add(
          .selectorsClash, at: offset,
          "the selectors '\(other.value)' and '\(method.selector)' have the same name in JavaScript",
          first: other.offset)
      }
      first[keyword] = Located(method.selector, at: offset)
    }
  }

  // MARK: Both platforms

  private func checkAgreement(of method: MethodEntry) {
    let ios = method.signature(on: .ios)
    let android = method.signature(on: .android)
    guard ios.args.count == android.args.count else {
      return log.add(
        .platformsDisagree, at: method.name.offset,
        "'\(method.name.value)' differs between the platforms: "
          + "\(Self.summary(ios)) on iOS; \(Self.summary(android)) on Android")
    }
    guard ios.isSync != android.isSync else { return }
    log.add(
      .platformsDisagree, at: method.name.offset,
      ios.isSync
        ? "'\(method.name.value)' is synchronous on iOS, but asynchronous on Android"
        : "'\(method.name.value)' is asynchronous on iOS, but synchronous on Android")
  }

  private static func summary(_ signature: MethodEntry.Signature) -> Message {
    let arguments = MethodEntry.arguments(signature.args.count)
    return signature.isSync ? "\(arguments), synchronous" : arguments
  }
}
