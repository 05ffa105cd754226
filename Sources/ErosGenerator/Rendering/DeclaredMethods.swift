import ErosCore
import ErosRegistry

/// The methods of a module or component as TypeScript declares them.
struct DeclaredMethods {
  let names: [String: String]
  /// Where the module or component itself exists.
  let platforms: Set<Platform>
  /// The methods by platform when another entry has the name too; empty when none has.
  var twins: [Platform: Set<String>] = [:]

  /// One method: where the platforms differ, once for each way of calling it.
  func context(_ method: MethodEntry) -> [String: Any] {
    let present = platforms.filter { method.exists(on: $0) }.sorted(by: >)
    var signatures: [Signature] = []
    for signature in present.map({ self.signature(method.signature(on: $0)) })
    where !signatures.contains(signature) {
      signatures.append(signature)
    }
    let isEverywhere =
      twins.isEmpty
      ? present.count == platforms.count
      : twins.values.allSatisfy { $0.contains(method.name.value) }
    let isSync = present.contains { method.signature(on: $0).isSync }
    var notes = [method.doc, isSync ? "Synchronous: blocks the JS thread." : nil]
    if !isEverywhere { notes.append(Self.restriction(Set(present))) }
    if method.isDeprecated { notes.append("@deprecated") }
    let name = method.name.value + (isEverywhere ? "" : "?")
    // Whole lines: looking values up takes templates longer than anything else here.
    var context: [String: Any] = [
      "lines": signatures.map { "\(name)(\($0.args)): \($0.returns);" }
    ]
    let doc = notes.compactMap { $0 }.joined(separator: " ")
    if !doc.isEmpty { context["doc"] = doc }
    return context
  }

  /// Says where something is, if that is not everywhere.
  static func restriction(_ platforms: Set<Platform>) -> String? {
    guard platforms.count < Platform.allCases.count else { return nil }
    return "Only on \(platforms.sorted(by: >).map(\.rawValue).joined(separator: ", "))."
  }

  /// What stands in the brackets and behind them.
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
