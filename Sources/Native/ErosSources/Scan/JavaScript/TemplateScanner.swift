import ErosConfig
import ErosCore
import ErosRegistry
import ErosSyntax

/// Finds the native names that templates in a `.vue`, `.nvue` or `.we` file use.
struct TemplateScanner {
  private let file: SourceFile
  /// `true` for a `.we` file, where event attributes start with `on`.
  private let isLegacy: Bool
  private(set) var uses: [JSUses.Use] = []
  /// The tag of each name that scripts can refer to, or `nil` if several tags have the name.
  private(set) var references: [String: String?] = [:]

  init(_ tags: [VueFile.Tag], in file: SourceFile) {
    self.file = file
    isLegacy = file.path.hasSuffix(".we")
    for tag in tags {
      if let name = referenceName(of: tag) { references.add(name, tag.definedName) }
      if tag.name == PageScanner.viewTag { continue }
      if !Self.frameworkTags.contains(tag.name) { read(tag) }
    }
    uses += PageScanner(tags, in: file).uses
  }

  /// Returns the literal name in `ref="name"` or `:ref="'name'"`, in a `.we` file in `id="name"`.
  private func referenceName(of tag: VueFile.Tag) -> String? {
    for attribute in tag.attributes {
      var name = file.text(attribute.value)
      switch attribute.name {
      case isLegacy ? "id" : "ref": break
      case ":ref", "v-bind:ref":
        guard name.count > 2, name.hasPrefix("'"), name.hasSuffix("'") else { continue }
        name = String(name.dropFirst().dropLast())
      default: continue
      }
      if name.utf8.allSatisfy({ $0.isDashedNamePart }) { return name }
    }
    return nil
  }

  /// Tags that the framework handles itself.
  private static let frameworkTags: Set<String> = [
    "slot", "template", "transition", "keep-alive", "component", "transition-group",
    "router-view", "router-link", "content", "element",
  ]

  private mutating func read(_ tag: VueFile.Tag) {
    let first = uses.count
    for attribute in tag.attributes {
      readAttribute(attribute.name, of: tag.name, at: attribute.offset)
    }
    guard !["script", "style"].contains(tag.name) else { return }
    add(.entry(.component, tag.name), at: tag.offset)
    let condition = tag.attributes.last { ["v-if", "v-else-if", "if"].contains($0.name) }
    guard let condition, PlatformName.isIn(file.text(condition.value)) else { return }
    for index in first..<uses.count { uses[index].checksPlatform = true }
  }

  private mutating func readAttribute(_ written: String, of tag: String, at start: Int) {
    // Drops modifiers such as `.native`.
    let head = { (text: Substring) in String(text.prefix { $0 != "." }) }
    for prefix in ["@", "v-on:"] where written.hasPrefix(prefix) {
      return add(event: head(written.dropFirst(prefix.count)), of: tag, at: start)
    }
    for prefix in [":", "v-bind:"] where written.hasPrefix(prefix) {
      return add(attribute: head(written.dropFirst(prefix.count)), of: tag, at: start)
    }
    if written.hasPrefix("v-") || written.hasPrefix("#") { return }
    if isLegacy, written.hasPrefix("on") {
      return add(event: String(written.dropFirst(2)), of: tag, at: start)
    }
    add(attribute: head(written[...]), of: tag, at: start)
  }

  private static let commonAttributes: Set<String> = [
    "ref", "key", "is", "slot", "slot-scope", "style", "class", "append", "id", "scope", "if",
    "repeat", "else", "test-id", "testId", "role", "inline-template",
  ]

  /// Events that uni-app compiles to built-in ones, such as `click`.
  private static let uniEvents: Set<String> = ["tap", "longtap"]

  private mutating func add(event name: String, of tag: String, at start: Int) {
    guard !name.isEmpty, !name.hasPrefix("["), !EntryMember.builtInEvents.contains(name),
      !(file.path.hasSuffix(".nvue") && Self.uniEvents.contains(name))
    else { return }
    add(.member(.event, name, of: .component, tag), at: start)
  }

  private mutating func add(attribute name: String, of tag: String, at start: Int) {
    let isCommon =
      Self.commonAttributes.contains(name) || name.hasPrefix("data-") || name.hasPrefix("aria-")
    guard !name.isEmpty, !name.hasPrefix("["), !isCommon else { return }
    add(.member(.attribute, name, of: .component, tag), at: start)
  }

  private mutating func add(_ need: JSNeed, at start: Int) {
    uses.append(JSUses.Use(need: need, location: file.position(at: start)))
  }
}

extension VueFile.Tag {
  /// The name, or `nil` if an attribute chooses the component.
  fileprivate var definedName: String? {
    name == "component" || attributes.contains { ["is", ":is", "v-bind:is"].contains($0.name) }
      ? nil : name
  }
}
