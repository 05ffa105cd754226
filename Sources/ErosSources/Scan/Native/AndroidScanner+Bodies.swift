import ErosCore
import ErosRegistry
import ErosSyntax

/// What stands in the bodies of methods.
extension AndroidScanner {
  /// Looks through the group at `group`, the body of the method `name` or of a field.
  mutating func scanBody(_ group: Int, of name: String?, in scope: Scope) {
    scan((group + 1)..<max(group + 1, tokens.close(group)), of: name, in: scope)
  }

  mutating func scan(_ range: Range<Int>, of name: String?, in scope: Scope) {
    for index in range {
      if name == "getPath", let type = scope.type, let text = tokens.text(index),
        text.utf8.first == UInt8(ascii: "/")
      {
        facts.classes[type].paths.append(SourceName(value: text, place: tokens.place(index)))
      }
      guard tokens.isMark(index + 1, "("), let call = tokens.word(index) else { continue }
      takeCall(call, index, in: scope)
    }
  }

  mutating func takeCall(_ call: String, _ index: Int, in scope: Scope) {
    switch call {
    case "fireEvent": takeEvent(index, in: scope)
    case "registerModule", "registerComponent", "registerDomObject":
      guard tokens.isMark(index - 1, "."), tokens.isWord(index - 2, "WXSDKEngine") else { return }
      register(call, index)
    case "registerEmbedView":
      let pieces = tokens.pieces(of: index + 1)
      guard pieces.count == 2 else { return }
      let first = pieces[0].lowerBound
      guard let name = tokens.textOrConstant(pieces[1].lowerBound),
        let className = tokens.textOrConstant(first) ?? className(first)
      else { return facts.reportUnread("embedded view", at: tokens.place(index)) }
      add(.embedView, name, className, at: index)
    case _ where Self.callsByHand.contains(call) && tokens.isMark(index - 1, "."):
      facts.byHand.append(SourceName(value: call, place: tokens.place(index)))
    default: break
    }
  }

  /// What registers Rexxar's classes, plugins of mPaaS and adapters.
  private static let callsByHand = Set(
    ["addRexxarWidget", "addContainerApi", "registerH5Plugin"]
      + HandlerAdapter.allCases.filter { !$0.belongsToEngine }.map(\.setter))

  /// `fireEvent("x", …)`, or with the component's reference first.
  private mutating func takeEvent(_ index: Int, in scope: Scope) {
    guard let type = scope.type else { return }
    let names = tokens.pieces(of: index + 1).prefix(2).compactMap { piece in
      tokens.textOrConstant(piece.lowerBound).map {
        SourceName(value: $0, place: tokens.place(piece.lowerBound))
      }
    }
    if let name = names.first {
      facts.classes[type].events.append(name)
    } else {
      facts.classes[type].hasUnknownEvents = true
    }
  }

  private mutating func register(_ call: String, _ index: Int) {
    let pieces = tokens.pieces(of: index + 1)
    guard pieces.count > 1 else { return }
    let before = facts.registrations.count
    defer {
      if facts.registrations.count == before {
        facts.reportUnread(
          call == "registerModule" ? "module" : "component", at: tokens.place(index))
      }
    }
    let flag = pieces.dropFirst().compactMap { tokens.word($0.lowerBound).flatMap(Bool.init) }.first
    if let name = tokens.textOrConstant(pieces[0].lowerBound) {
      guard let className = className(pieces[1].lowerBound) else { return }
      let kind: SourceRegistration.Kind =
        call == "registerModule" ? .module : call == "registerDomObject" ? .domObject : .component
      add(kind, name, className, at: index, flag: flag)
      return
    }
    // The class or its holder first, the names last.
    guard call == "registerComponent", let className = className(pieces[0].lowerBound) else {
      return
    }
    for piece in pieces.dropFirst() {
      guard let name = tokens.textOrConstant(piece.lowerBound) else { continue }
      add(.component, name, className, at: index, flag: flag)
    }
  }

  private mutating func add(
    _ kind: SourceRegistration.Kind, _ name: String, _ className: String, at index: Int,
    flag: Bool? = nil
  ) {
    facts.registrations.append(
      SourceRegistration(
        kind: kind, name: name, platform: .android, className: fullName(className), way: .code,
        place: tokens.place(index), appendTree: kind == .component ? flag : nil,
        isGlobal: kind == .module && flag == true, packages: possiblePackages))
  }

  /// The class in `a.b.C.class`, `C::class.java` or `new SimpleComponentHolder(C.class, …)`.
  private func className(_ start: Int) -> String? {
    var index = tokens.isWord(start, "new") ? start + 1 : start
    if tokens.isWord(index, "SimpleComponentHolder"), tokens.isMark(index + 1, "(") { index += 2 }
    var parts: [String] = []
    while let word = tokens.word(index) {
      if word == "class" { return parts.isEmpty ? nil : parts.joined(separator: ".") }
      parts.append(word)
      if tokens.isMark(index + 1, ":"), tokens.isMark(index + 2, ":") {
        index += 3
      } else if tokens.isMark(index + 1, ".") {
        index += 2
      } else {
        return nil
      }
    }
    return nil
  }
}
