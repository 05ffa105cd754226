/// The methods of a module or component as TypeScript declares them.
struct DeclaredMethods {
  let names: [String: String]
  /// Where the module or component itself exists.
  let platforms: Set<Platform>

  /// One method: where the platforms differ, once for each way of calling it.
  func context(_ method: MethodEntry) -> [String: Any] {
    let present = platforms.filter { method.exists(on: $0) }.sorted(by: >)
    var signatures: [[String: String]] = []
    for signature in present.map({ method.signature(on: $0) }) {
      let text = context(signature)
      if !signatures.contains(text) { signatures.append(text) }
    }
    let isEverywhere = present.count == platforms.count
    let isSync = present.contains { method.signature(on: $0).isSync }
    var notes = [method.doc, isSync ? "Synchronous: blocks the JS thread." : nil]
    if !isEverywhere { notes.append("Only on \(present.map(\.rawValue).joined(separator: ", ")).") }
    if method.isDeprecated { notes.append("@deprecated") }
    var context: [String: Any] = [
      "name": method.name.value, "mark": isEverywhere ? "" : "?", "signatures": signatures,
    ]
    let doc = notes.compactMap { $0 }.joined(separator: " ")
    if !doc.isEmpty { context["doc"] = doc }
    return context
  }

  private func context(_ signature: MethodEntry.Signature) -> [String: String] {
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
    return [
      "args": args.joined(separator: ", "), "returns": signature.returns.typeScript(names),
    ]
  }
}
