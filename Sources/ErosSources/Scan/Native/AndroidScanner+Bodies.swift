import ErosCore
import ErosRegistry
import ErosSyntax

/// Method bodies.
extension AndroidScanner {
  /// Scans the body of the method `name`, or of a field.
  mutating func scanBody(_ group: Int, of name: String?, in scope: Scope) {
    scan((group + 1)..<max(group + 1, tokens.close(group)), of: name, in: scope)
  }

  mutating func scan(_ range: Range<Int>, of name: String?, in scope: Scope) {
    for index in range {
      if name == "getPath", let type = scope.type, let text = tokens.string(index),
        text.utf8.first == UInt8(ascii: "/")
      {
        facts.classes[type].paths.append(SourceName(value: text, position: tokens.position(index)))
      }
      guard tokens.isPunctuation(index + 1, "("), let call = tokens.word(index) else { continue }
      readCall(call, index, in: scope)
    }
  }

  mutating func readCall(_ call: String, _ index: Int, in scope: Scope) {
    switch call {
    case "fireEvent": readEvent(index, in: scope)
    case "registerModule", "registerComponent", "registerDomObject":
      guard tokens.isPunctuation(index - 1, "."), tokens.isWord(index - 2, "WXSDKEngine") else {
        return
      }
      register(call, index)
    case "registerEmbedView":
      let parts = tokens.parts(of: index + 1)
      guard parts.count == 2 else { return }
      let first = parts[0].lowerBound
      guard let name = tokens.stringOrConstant(parts[1].lowerBound),
        let className = tokens.stringOrConstant(first) ?? className(first)
      else { return facts.reportUnread("embedded view", at: tokens.position(index)) }
      add(.embedView, name, className, at: index)
    case _ where Self.manualCalls.contains(call) && tokens.isPunctuation(index - 1, "."):
      facts.manual.append(SourceName(value: call, position: tokens.position(index)))
    default: break
    }
  }

  /// Calls that register Rexxar classes, mPaaS plugins and adapters.
  private static let manualCalls = Set(
    ["addRexxarWidget", "addContainerApi", "registerH5Plugin"]
      + HandlerAdapter.allCases.filter { !$0.belongsToEngine }.map(\.setter))

  /// `fireEvent("x", …)` or `fireEvent(reference, "x", …)`.
  private mutating func readEvent(_ index: Int, in scope: Scope) {
    guard let type = scope.type else { return }
    let names = tokens.parts(of: index + 1).prefix(2).compactMap { part in
      tokens.stringOrConstant(part.lowerBound).map {
        SourceName(value: $0, position: tokens.position(part.lowerBound))
      }
    }
    if let name = names.first {
      facts.classes[type].events.append(name)
    } else {
      facts.classes[type].hasUnknownEvents = true
    }
  }

  private mutating func register(_ call: String, _ index: Int) {
    let parts = tokens.parts(of: index + 1)
    guard parts.count > 1 else { return }
    let before = facts.registrations.count
    defer {
      if facts.registrations.count == before {
        facts.reportUnread(
          call == "registerModule" ? "module" : "component", at: tokens.position(index))
      }
    }
    let flag = parts.dropFirst().compactMap { tokens.word($0.lowerBound).flatMap(Bool.init) }.first
    if let name = tokens.stringOrConstant(parts[0].lowerBound) {
      guard let className = className(parts[1].lowerBound) else { return }
      let kind: SourceRegistration.Kind =
        call == "registerModule" ? .module : call == "registerDomObject" ? .domObject : .component
      add(kind, name, className, at: index, flag: flag)
      return
    }
    // The first argument is the class or its holder, the names follow.
    guard call == "registerComponent", let className = className(parts[0].lowerBound) else {
      return
    }
    for part in parts.dropFirst() {
      guard let name = tokens.stringOrConstant(part.lowerBound) else { continue }
      add(.component, name, className, at: index, flag: flag)
    }
  }

  private mutating func add(
    _ kind: SourceRegistration.Kind, _ name: String, _ className: String, at index: Int,
    flag: Bool? = nil
  ) {
    facts.registrations.append(
      SourceRegistration(
        kind: kind, name: name, platform: .android, className: fullName(className),
        mechanism: .code,
        position: tokens.position(index), appendTree: kind == .component ? flag : nil,
        isGlobal: kind == .module && flag == true, packages: possiblePackages))
  }

  /// The class in `a.b.C.class`, `C::class.java` or `new SimpleComponentHolder(C.class, …)`.
  private func className(_ start: Int) -> String? {
    var index = tokens.isWord(start, "new") ? start + 1 : start
    if tokens.isWord(index, "SimpleComponentHolder"), tokens.isPunctuation(index + 1, "(") {
      index += 2
    }
    var parts: [String] = []
    while let word = tokens.word(index) {
      if word == "class" { return parts.isEmpty ? nil : parts.joined(separator: ".") }
      parts.append(word)
      if tokens.isPunctuation(index + 1, ":"), tokens.isPunctuation(index + 2, ":") {
        index += 3
      } else if tokens.isPunctuation(index + 1, ".") {
        index += 2
      } else {
        return nil
      }
    }
    return nil
  }
}
