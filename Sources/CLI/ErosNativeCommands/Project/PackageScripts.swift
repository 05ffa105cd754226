import ErosCore

/// The scripts of a `package.json`.
struct PackageScripts {
  private let commands: [String: String]

  init(_ object: JSONObject?) {
    let scripts = (object?.members ?? []).compactMap { member in
      member.node.value.string.map { (member.key, $0) }
    }
    commands = Dictionary(scripts) { $1 }
  }

  func has(_ name: String) -> Bool { commands[name] != nil }

  /// Whether a script, or one that it runs, calls the old Eros CLI, whose command is also `eros`.
  func callsErosCLI(_ name: String) -> Bool {
    var waiting = [name]
    var visited: Set<String> = []
    while let next = waiting.popLast() {
      guard visited.insert(next).inserted, let command = commands[next] else { continue }
      let words = command.split { " \t&|;".contains($0) }
      let programs = words.map { $0.split(separator: "/").last ?? $0 }
      if programs.contains(where: { $0 == "eros" || $0.hasPrefix("eros-cli") }) { return true }
      // `npm run pack`, `yarn pack` and `npm-run-all clean pack`
      waiting += words.map(String.init).filter { commands[$0] != nil }
    }
    return false
  }
}
