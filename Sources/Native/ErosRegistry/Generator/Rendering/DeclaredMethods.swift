import ErosCore

/// TypeScript declarations for the methods of a module or component.
struct DeclaredMethods {
  let names: [String: String]
  let platforms: Set<Platform>
  /// The methods by platform if another entry has the same name, otherwise empty.
  var methodsByPlatform: [Platform: Set<String>] = [:]

  /// Declares one method: once per signature if the platforms differ.
  func context(_ method: MethodEntry) -> TemplateContext {
    let present = platforms.filter { method.exists(on: $0) }.sorted(by: >)
    var signatures: [Signature] = []
    for signature in present.map({ self.signature(method.signature(on: $0)) })
    where !signatures.contains(signature) {
      signatures.append(signature)
    }
    let isEverywhere =
      methodsByPlatform.isEmpty
      ? present.count == platforms.count
      : methodsByPlatform.values.allSatisfy { $0.contains(method.name.value) }
    let isSync = present.contains { method.signature(on: $0).isSync }
    var notes = [method.doc, isSync ? "Synchronous: blocks the JS thread." : nil]
    if !isEverywhere { notes.append(Self.restriction(Set(present))) }
    if method.isDeprecated { notes.append("@deprecated") }
    let name = method.name.value + (isEverywhere ? "" : "?")
    // Renders whole lines here, because value lookup dominates the time of a template.
    return [
      "lines": .texts(signatures.map { "\(name)(\($0.args)): \($0.returns);" }),
      "doc": .text(notes.compactMap { $0 }.joined(separator: " ")),
    ]
  }

  func declaration(of method: MethodEntry, on platform: Platform) -> String {
    let signature = signature(method.signature(on: platform))
    return "\(method.name.value)(\(signature.args)): \(signature.returns)"
  }

  /// Returns the platforms as a comment, or `nil` if there is no restriction.
  static func restriction(_ platforms: Set<Platform>) -> String? {
    guard platforms.count < Platform.allCases.count else { return nil }
    return "Only on \(platforms.sorted(by: >).map(\.rawValue).joined(separator: ", "))."
  }

  private struct Signature: Equatable {
    let args: String
    let returns: String
  }

  private func signature(_ signature: MethodEntry.Signature) -> Signature {
    let lastRequired = signature.args.lastIndex { !$0.isOptional } ?? -1
    var taken: Set<String> = []
    let args = signature.args.enumerated().map { index, argument in
      var name = TypeScriptNames.argument(argument.name.value)
      while !taken.insert(name).inserted { name += "_" }
      let type =
        argument.isOptional && index < lastRequired
        ? TypeExpression.optional(argument.type) : argument.type
      return "\(name)\(argument.isOptional && index > lastRequired ? "?" : ""): "
        + type.typeScript(names)
    }
    return Signature(
      args: args.joined(separator: ", "), returns: signature.returns.typeScript(names))
  }
}
