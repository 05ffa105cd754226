import ErosCore

/// The scripts in a `package.json`.
struct PackageScripts {
  private let commands: [String: String]

  init(_ object: JSONObject?) {
    let scripts = (object?.members ?? []).compactMap { member in
      member.node.value.string.map { (member.key, $0) }
    }
    commands = Dictionary(scripts) { $1 }
  }

  func has(_ name: String) -> Bool { commands[name] != nil }

  /// Returns `true` if a script, or one that it runs, calls the old Eros CLI, also named `eros`.
  func callsErosCLI(_ name: String) -> Bool {
    var waiting = [name]
    var visited: Set<String> = []
    while let next = waiting.popLast() {
      guard visited.insert(next).inserted, let text = commands[next] else { continue }
      let calls = ShellCommand.commands(in: text)
      if calls.contains(where: \.isErosCLI) { return true }
      waiting += ["pre" + next, "post" + next] + calls.flatMap(\.scripts).flatMap(names)
    }
    return false
  }

  /// Returns the names that match `pattern`, such as `npm-run-all`'s `build:*`.
  private func names(matching pattern: String) -> [String] {
    guard let star = pattern.firstIndex(of: "*") else { return [pattern] }
    return commands.keys.filter { $0.hasPrefix(pattern[..<star]) }
  }
}
