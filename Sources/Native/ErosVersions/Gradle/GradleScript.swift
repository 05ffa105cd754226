import ErosCore
import ErosSyntax

/// Versions and definitions in a Gradle script.
///
/// The script is not run.
struct GradleScript {
  /// A qualified name, such as `rootProject.ext.app.version`.
  struct Reference: Hashable {
    let name: String
    /// The qualifier directly before the name, here `app`.
    var owner: String?
    /// `true` for a name in a version catalog, such as `libs.versions.app.name`.
    var isInCatalog = false

    /// `true` for `flutter.versionName`, or `flutterVersionName` in older templates.
    var isOfFlutter: Bool {
      name == "flutterVersionName" || owner == "flutter" && name == "versionName"
    }
  }

  enum Value: Hashable {
    /// A string literal without interpolation.
    case literal(String, range: Range<Int>)
    case reference(Reference)
    /// An expression that only the build can evaluate.
    case computed
    /// A number, a Boolean or `null`, as written.
    case bare(String)
  }

  /// The builds of an app that use a `versionName`.
  enum Scope: Hashable {
    case all, flavor(String)
    /// Only the build knows if a block with this name applies.
    case conditional(block: String)
    /// The Android plugin sets it for each variant, after the blocks of the app.
    case variant
  }

  /// A `versionName` that applies to an app.
  struct VersionName {
    let scope: Scope
    let value: Value
    let offset: Int
    /// The function that the value calls, if the script does not say what it returns.
    var function: String?
  }

  private let tokens: GradleTokens
  private(set) var versionNames: [VersionName] = []
  /// `true` if the script builds an app.
  ///
  /// A library's version is not shipped.
  private(set) var isApplication = false
  /// Tokens in ``versionNames``, so that they do not count as definitions.
  private var used: Set<Int> = []
  /// The assigned tokens, by name.
  private var definitions: [String: [Int]] = [:]

  init(_ bytes: [UInt8], file: String) throws(SyntaxError) {
    tokens = try GradleTokens(bytes, file: file)
    scan()
    for index in tokens.indices where !used.contains(index) {
      guard let name = tokens.word(index) ?? tokens.string(index), assignment(index) != nil else {
        continue
      }
      definitions[name, default: []].append(index)
    }
  }
}

// MARK: - Versions of apps

extension GradleScript {
  /// Keywords and methods whose blocks may not run.
  private static let conditions: Set<String> = [
    "if", "else", "when", "switch", "for", "while", "try", "catch", "each", "forEach",
  ]

  /// A plugin's declaration has at most this many tokens.
  private static let pluginLength = 16

  private mutating func scan() {
    var blocks: [String] = []
    var mentions = false
    for index in tokens.indices {
      if tokens.isSymbol("{", index) {
        blocks.append(isOfVariants(before: index) ? Self.variants : blockName(before: index))
      } else if tokens.isSymbol("}", index) {
        _ = blocks.popLast()
      } else if setsVariant(index, in: blocks) {
        used.insert(index)
        versionNames.append(
          VersionName(scope: .variant, value: .computed, offset: tokens.range(index).lowerBound))
      } else if let word = tokens.word(index), word == "versionName" || word == "setVersionName" {
        guard let scope = scope(index, in: blocks) else { continue }
        used.insert(index)
        versionNames.append(
          VersionName(
            scope: scope, value: value(from: index + 1), offset: tokens.range(index).lowerBound,
            function: function(from: index + 1)))
      } else if namesApplication(index) {
        mentions = true
        isApplication = isApplication || isApplied(index, in: blocks)
      } else if tokens.word(index) == "applicationId", startsValue(index + 1) {
        let isOfApp = blocks.contains("defaultConfig") || blocks.contains("productFlavors")
        isApplication = isApplication || isOfApp || tokens.word(index - 2) == "defaultConfig"
      }
    }
    isApplication = isApplication || mentions && !versionNames.isEmpty
  }

  /// Stands for any block that configures variants.
  private static let variants = "variants"
  private static let variantMembers: Set<String> = ["onVariants", "applicationVariants"]
  private static let variantProperties: Set<String> = [
    "versionName", "setVersionName", "versionNameOverride", "setVersionNameOverride",
  ]

  /// Recognizes the argument of `androidComponents.onVariants` or `applicationVariants.all`.
  private func isOfVariants(before brace: Int) -> Bool {
    var index = brace - 1
    while true {
      if tokens.isSymbol(")", index), let open = tokens.partner(index) { index = open - 1 }
      guard let word = tokens.word(index) else { return false }
      if Self.variantMembers.contains(word) { return true }
      guard tokens.isSymbol(".", index - 1) else { return false }
      index -= 2
    }
  }

  /// Recognizes a version that is set for a variant: `output.versionName.set("1.0")`.
  private func setsVariant(_ index: Int, in blocks: [String]) -> Bool {
    guard let name = tokens.word(index), Self.variantProperties.contains(name) else { return false }
    let isOfVariant =
      blocks.contains(Self.variants) || name.hasSuffix("Override")
      || tokens.isSymbol(".", index - 1) && tokens.word(index - 2) == "mergedFlavor"
    guard isOfVariant else { return false }
    if tokens.isSymbol(".", index + 1) {
      return ["set", "value", "convention"].contains(tokens.word(index + 2) ?? "")
        && tokens.isSymbol("(", index + 3)
    }
    if name.hasPrefix("set") { return tokens.isSymbol("(", index + 1) }
    if tokens.isSymbol("=", index + 1) { return !tokens.isSymbol("=", index + 2) }
    // A Groovy call without parentheses: `versionName "1.0"`.
    return tokens.isFirst(index) && tokens.string(index + 1) != nil
  }

  /// Returns `true` if a token names the app plugin.
  ///
  /// With `apply false`, the plugin is only declared.
  private func namesApplication(_ index: Int) -> Bool {
    switch tokens.kind(index) {
    case .string("com.android.application", _): break
    case .word("application"):
      guard tokens.word(index - 2) == "android", tokens.isSymbol(".", index - 1) else {
        return false
      }
    case .word("androidApplication"): break
    default: return false
    }
    // `version "8.1" apply false` follows.
    var next = index + 1
    while next - index < Self.pluginLength, let kind = tokens.kind(next), kind != .newline {
      if tokens.word(next) == "apply",
        tokens.word(next + 1) == "false" || tokens.word(next + 2) == "false"
      {
        return false
      }
      next += 1
    }
    return true
  }

  /// Returns `true` if the script applies the plugin.
  ///
  /// `aliases` are the plugin's entries in version catalogs, such as `libs.plugins.acme.app`.
  func applies(_ identifier: String, aliases: Set<String> = []) -> Bool {
    tokens.indices.contains { index in
      if tokens.string(index) == identifier { return isApplied(index, in: []) }
      guard tokens.word(index) == "alias", tokens.isSymbol("(", index + 1),
        let close = tokens.partner(index + 1)
      else { return false }
      let names = ((index + 2)..<close).compactMap { tokens.word($0) }
      return aliases.contains(names.joined(separator: "."))
        && tokens.word(close + 1) != "apply"
    }
  }

  /// Returns where the script declares a function, as a byte offset.
  func offset(ofFunction name: String) -> Int? {
    let types: Set<String> = ["def", "fun", "String"]
    return tokens.indices.first {
      tokens.word($0) == name && types.contains(tokens.word($0 - 1) ?? "")
        && tokens.isSymbol("(", $0 + 1)
    }.map { tokens.range($0).lowerBound }
  }

  /// Returns the function in a value such as `readVersion()` or `= Versions.read("a")`.
  private func function(from start: Int) -> String? {
    let start = tokens.isSymbol("=", start) ? start + 1 : start
    let range = start..<tokens.endOfExpression(from: start)
    guard range.count <= 64 else { return nil }
    return range.first { tokens.word($0) != nil && tokens.isSymbol("(", $0 + 1) }.flatMap {
      tokens.word($0)
    }
  }

  /// Returns `true` if the plugin at a token is applied unconditionally.
  private func isApplied(_ index: Int, in blocks: [String]) -> Bool {
    guard blocks.isEmpty || blocks == ["plugins"] else { return false }
    var before = index - 1
    if tokens.string(index) == nil {
      while index - before < Self.pluginLength, !tokens.isSymbol("(", before) { before -= 1 }
      return tokens.word(before - 1) == "alias"
    }
    if tokens.isSymbol("(", before) { before -= 1 }
    if tokens.isSymbol(":", before) || tokens.isSymbol("=", before) {
      return tokens.word(before - 1) == "plugin"
    }
    return ["id", "apply"].contains(tokens.word(before) ?? "")
  }

  /// Returns the scope of the `versionName` at `index`, or `nil` if it is not an app's version.
  private func scope(_ index: Int, in blocks: [String]) -> Scope? {
    guard startsValue(index + 1) else { return nil }
    let condition = blocks.first { Self.conditions.contains($0) }
    if tokens.isSymbol(".", index - 1) {
      let isDefault = tokens.word(index - 2) == "defaultConfig" && !tokens.isSymbol(".", index + 1)
      return isDefault ? condition.map { .conditional(block: $0) } ?? .all : nil
    }
    guard let innermost = blocks.last, !Self.projectObjects.contains(innermost) else { return nil }
    guard tokens.isFirst(index) else {
      return conditionBefore(index).map { .conditional(block: $0) }
    }
    if let condition { return .conditional(block: condition) }
    if let flavors = blocks.firstIndex(of: "productFlavors"), flavors + 2 == blocks.count {
      return .flavor(innermost)
    }
    return innermost == "defaultConfig" ? .all : .conditional(block: innermost)
  }

  /// Returns an `if` or `else` before the statement at a token.
  ///
  /// Braces are not needed.
  private func conditionBefore(_ index: Int) -> String? {
    if tokens.word(index - 1) == "else" { return "else" }
    guard tokens.isSymbol(")", index - 1), let open = tokens.partner(index - 1) else { return nil }
    return tokens.word(open - 1) == "if" ? "if" : nil
  }

  private func startsValue(_ index: Int) -> Bool {
    switch tokens.kind(index) {
    case .word, .string: true
    case .symbol(let byte): byte == UInt8(ascii: "=") || byte == UInt8(ascii: "(")
    case .newline, nil: false
    }
  }

  /// Returns the name before a `{`, such as `android`, or `free` for `create("free")`.
  private func blockName(before brace: Int) -> String {
    let index = brace - 1
    guard tokens.isSymbol(")", index), let open = tokens.partner(index) else {
      return tokens.word(index) ?? tokens.string(index) ?? ""
    }
    let namingCalls: Set<String> = ["create", "register", "getByName", "named", "maybeCreate"]
    let name = tokens.word(open - 1) ?? ""
    return namingCalls.contains(name) ? tokens.string(open + 1) ?? name : name
  }
}

// MARK: - Values

extension GradleScript {
  /// Returns the value after `start`, with an optional `=` before it and parentheses around it.
  private func value(from start: Int) -> Value {
    var start = start
    if tokens.isSymbol("=", start) { start += 1 }
    var end = tokens.endOfExpression(from: start)
    while tokens.isSymbol("(", start), tokens.partner(start) == end - 1 {
      start += 1
      end -= 1
      while start < end, tokens.kind(start) == .newline { start += 1 }
      while start < end, tokens.kind(end - 1) == .newline { end -= 1 }
    }
    return evaluate(start..<end)
  }

  private func evaluate(_ range: Range<Int>) -> Value {
    // Far above any real version. Without a limit, nested expressions take quadratic time.
    let maximumLength = 64
    guard let first = range.first, range.count <= maximumLength else { return .computed }
    if case .string(let text, let isPlain) = tokens.kind(first) {
      guard range.count == 1 else { return .computed }
      if isPlain { return .literal(text, range: tokens.range(first)) }
      return Self.onlySubstitution(text).map { .reference($0) } ?? .computed
    }
    if let text = bareText(range) { return .bare(text) }
    return reference(range).map { .reference($0) } ?? .computed
  }

  /// Returns a number such as `1.2`, a Boolean or `null`, as written.
  private func bareText(_ range: Range<Int>) -> String? {
    let parts = range.map { tokens.word($0) ?? (tokens.isSymbol(".", $0) ? "." : nil) }
    guard let first = parts.first ?? nil, !parts.contains(nil),
      first.utf8.first?.isDigit == true || ["null", "true", "false"].contains(first)
    else { return nil }
    return parts.compactMap(\.self).joined()
  }

  /// Returns the reference in a string that consists only of `$name` or `${a.name}`.
  private static func onlySubstitution(_ text: String) -> Reference? {
    guard text.hasPrefix("$") else { return nil }
    let inner = text.hasPrefix("${") ? text.dropFirst(2).dropLast() : text.dropFirst()
    guard text.hasPrefix("${") == text.hasSuffix("}") else { return nil }
    let isPath = inner.utf8.allSatisfy {
      $0.isLetter || $0.isDigit || $0 == UInt8(ascii: "_") || $0 == UInt8(ascii: ".")
    }
    return isPath ? reference(to: inner.split(separator: ".").map(String.init)) : nil
  }

  private static func reference(to names: [String]) -> Reference? {
    guard let name = names.last else { return nil }
    // The catalog contains `libs.versions.app.name` as `app-name`.
    if names.count > 2, names[1] == "versions" {
      return Reference(
        name: names[2...].joined(separator: "-"), owner: names[0], isInCatalog: true)
    }
    return Reference(name: name, owner: names.dropLast().last)
  }

  /// Returns the reference in an expression such as `rootProject.ext["appVersion"]` or
  /// `property("appVersion")`.
  private func reference(_ range: Range<Int>) -> Reference? {
    var names: [String] = []
    var index = range.lowerBound
    while index < range.upperBound {
      if let word = tokens.word(index) {
        if word == "as" { break }
        // `providers.gradleProperty("name").orNull`
        if word == "orNull", tokens.isSymbol(".", index - 1) {
          index += 1
          continue
        }
        // `name name` is a method call.
        if index > range.lowerBound, tokens.word(index - 1) != nil { return nil }
        names.append(word)
        index += 1
      } else if tokens.isSymbol(".", index) || tokens.isSymbol("!", index)
        || tokens.isSymbol("?", index)
      {
        index += 1
      } else if tokens.isSymbol("[", index), let key = tokens.string(index + 1),
        tokens.isSymbol("]", index + 2)
      {
        names.append(key)
        index += 3
      } else if tokens.isSymbol("(", index), let next = argument(index, of: &names) {
        index = next
      } else {
        return nil
      }
    }
    return Self.reference(to: names)
  }

  private static let propertyAccessors: Set<String> = [
    "property", "findProperty", "gradleProperty", "getProperty", "get", "getAt", "version",
  ]
  private static let pureMethods: Set<String> = ["get", "toString", "trim"]
  private static let defaultMethods: Set<String> = ["getOrElse", "orElse"]

  /// Replaces the method at the end of `names` with the property that its argument names.
  ///
  /// Returns the index after the call, or `nil` if the call may compute its result.
  private func argument(_ index: Int, of names: inout [String]) -> Int? {
    guard let name = names.last else { return nil }
    if tokens.isSymbol(")", index + 1), Self.pureMethods.contains(name) {
      names.removeLast()
      return index + 2
    }
    guard let key = tokens.string(index + 1), tokens.isSymbol(")", index + 2) else { return nil }
    if Self.propertyAccessors.contains(name) {
      names[names.count - 1] = key
    } else if Self.defaultMethods.contains(name) {
      // The default applies only if the property is not set.
      names.removeLast()
    } else {
      return nil
    }
    return index + 3
  }
}

// MARK: - Names

extension GradleScript {
  /// Objects that hold properties of the project itself.
  private static let projectObjects: Set<String> = [
    "ext", "extra", "project", "rootProject", "parent", "gradle", "this", "properties", "providers",
    "allprojects", "subprojects", "buildscript", "settings",
  ]

  /// Blocks that do not qualify the names in them.
  private static let unqualifiedBlocks: Set<String> = projectObjects.union(conditions).union([
    "", "afterEvaluate", "apply", "with", "run", "finally", "static", "init",
  ])

  /// Returns `true` if an unqualified definition may apply to `owner`: the project or a class.
  private static func isPlain(_ owner: String?) -> Bool {
    guard let owner else { return true }
    return isClass(owner) || projectObjects.contains(owner)
  }

  private static func isClass(_ owner: String) -> Bool {
    owner.unicodeScalars.first?.properties.isUppercase == true && owner != "System"
  }

  /// Returns the values assigned to `reference`, in document order.
  func definitions(of reference: Reference) -> [Value] {
    assignments(of: reference).map { value(of: $0.assignment) }
  }

  /// Returns where `reference` is assigned, as byte offsets in document order.
  func offsets(of reference: Reference) -> [Int] {
    assignments(of: reference).map { tokens.range($0.index).lowerBound }
  }

  private func assignments(of reference: Reference) -> [(index: Int, assignment: Assignment)] {
    guard !reference.isInCatalog else { return [] }
    let candidates = (definitions[reference.name] ?? []).compactMap { index in
      assignment(index).map { (index: index, assignment: $0) }
    }
    let owned = candidates.filter {
      $0.assignment.owner != nil && $0.assignment.owner == reference.owner
    }
    if !owned.isEmpty || !Self.isPlain(reference.owner) { return owned }
    let isOfClass = reference.owner.map(Self.isClass) == true
    return candidates.filter { index, assignment in
      guard assignment.owner == nil else { return false }
      let holder = isOfClass ? className(around: index) : nil
      return holder == nil || holder == reference.owner
    }
  }

  private func value(of assignment: Assignment) -> Value {
    assignment.value.map(value(from:)) ?? .computed
  }

  private func className(around index: Int) -> String? {
    let kinds: Set<String> = ["class", "object", "interface", "enum"]
    let limit = 16
    var open = tokens.enclosing(index)
    for _ in 0..<limit {
      guard let brace = open else { return nil }
      for head in (max(0, brace - limit)..<brace).reversed() {
        if tokens.isSymbol("{", head) || tokens.isSymbol("}", head) { break }
        // A `companion object` may have no name.
        if kinds.contains(tokens.word(head) ?? ""), let name = tokens.word(head + 1) { return name }
      }
      open = tokens.enclosing(brace)
    }
    return nil
  }

  /// Resolves an owner that is an alias in this script: `def app = rootProject.ext.android`.
  func resolvingOwner(of reference: Reference) -> Reference {
    guard let owner = reference.owner, !reference.isInCatalog else { return reference }
    let meanings = definitions(of: Reference(name: owner))
    guard meanings.count == 1, case .reference(let meant) = meanings[0] else { return reference }
    return Reference(name: reference.name, owner: meant.name)
  }

  /// Returns `true` if `reference` may be a project property, such as a name in
  /// `gradle.properties`.
  static func isSetting(_ reference: Reference) -> Bool {
    !reference.isInCatalog && isPlain(reference.owner)
  }

  private struct Assignment {
    /// The first token of the value, or `nil` for `+=`.
    let value: Int?
    /// The map or object that contains the name, or `nil` for the project.
    let owner: String?
  }

  /// Returns the assignment to the name at `index`, if any.
  private func assignment(_ index: Int) -> Assignment? {
    if tokens.isSymbol("=", index + 1) {
      let isComparison = tokens.isSymbol("=", index + 2) || tokens.isSymbol("~", index + 2)
      return isComparison ? nil : assignment(index, value: index + 2)
    }
    if tokens.isSymbol("+", index + 1), tokens.isSymbol("=", index + 2) {
      return assignment(index, value: nil)
    }
    if tokens.isSymbol("]", index + 1), tokens.isSymbol("=", index + 2),
      !tokens.isSymbol("=", index + 3)
    {
      guard tokens.string(index) != nil, let owner = tokens.word(index - 2) else { return nil }
      return Assignment(value: index + 3, owner: Self.projectObjects.contains(owner) ? nil : owner)
    }
    if tokens.isSymbol(":", index + 1) {
      guard tokens.word(index + 2) == "String" else { return member(index, value: index + 2) }
      // `name: String = "1.0"`
      let equals = tokens.isSymbol("?", index + 3) ? index + 4 : index + 3
      return tokens.isSymbol("=", equals) ? assignment(index, value: equals + 1) : nil
    }
    if tokens.word(index + 1) == "by", tokens.word(index + 2) == "extra",
      tokens.isSymbol("(", index + 3) || tokens.isSymbol("{", index + 3)
    {
      return Assignment(value: index + 4, owner: nil)
    }
    if tokens.string(index) != nil, tokens.word(index + 1) == "to" {
      return member(index, value: index + 2)
    }
    return setting(index)
  }

  /// Parses the statement `name = value`.
  ///
  /// In parentheses, this would be an argument.
  private func assignment(_ index: Int, value: Int?) -> Assignment? {
    if tokens.word(index) == nil { return nil }
    let open = tokens.enclosing(index)
    if let open, !tokens.isSymbol("{", open) { return nil }
    if tokens.isSymbol(".", index - 1) {
      guard let owner = tokens.word(index - 2) else { return nil }
      return Assignment(value: value, owner: Self.projectObjects.contains(owner) ? nil : owner)
    }
    let block = open.map(blockName(before:)) ?? ""
    let isOfBlock = tokens.isFirst(index) && !Self.unqualifiedBlocks.contains(block)
    return Assignment(value: value, owner: isOfBlock ? block : nil)
  }

  /// Parses `name: value` or `"name" to value` in a named map.
  private func member(_ index: Int, value: Int) -> Assignment? {
    guard let open = tokens.enclosing(index) else { return nil }
    var before = index - 1
    while tokens.kind(before) == .newline { before -= 1 }
    guard before == open || tokens.isSymbol(",", before) else { return nil }
    var owner = open - 1
    if tokens.isSymbol("(", open) {
      guard ["mapOf", "mutableMapOf", "hashMapOf"].contains(tokens.word(owner) ?? "") else {
        return nil
      }
      owner -= 1
    } else if !tokens.isSymbol("[", open) {
      return nil
    }
    guard tokens.isSymbol("=", owner) || tokens.isSymbol(":", owner) || tokens.isSymbol(",", owner)
    else { return nil }
    owner -= 1
    if tokens.isSymbol("]", owner) { owner -= 1 }
    // Only a string can be a key, as in `add("name", [`.
    if tokens.isSymbol(",", owner + 1), tokens.string(owner) == nil { return nil }
    return (tokens.word(owner) ?? tokens.string(owner)).map { Assignment(value: value, owner: $0) }
  }

  /// Parses `ext.set("name", value)` or `extra("name", value)`.
  private func setting(_ index: Int) -> Assignment? {
    guard tokens.string(index) != nil, tokens.isSymbol("(", index - 1),
      tokens.isSymbol(",", index + 1)
    else {
      return nil
    }
    switch tokens.word(index - 2) {
    case "extra": return Assignment(value: index + 2, owner: nil)
    case "set":
      let block = tokens.enclosing(index - 2).map(blockName(before:)) ?? ""
      let holder = tokens.isSymbol(".", index - 3) ? tokens.word(index - 4) ?? "?" : block
      return Self.unqualifiedBlocks.contains(holder)
        ? Assignment(value: index + 2, owner: nil) : nil
    default: return nil
    }
  }
}
