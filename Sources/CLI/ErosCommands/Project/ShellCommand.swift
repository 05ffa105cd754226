import ErosCore

/// A command in a shell script: a program and its arguments.
struct ShellCommand {
  /// The words.
  ///
  /// Assignments, and programs such as `npx` that only run another program, are removed.
  private let words: [Substring]

  private init(_ words: [String]) {
    var remainder = words.map { $0[...] }[...]
    while let first = remainder.first {
      if first.contains(#/^\w+=/#) {
        remainder = remainder.dropFirst()
      } else if Self.runners.contains(Self.name(of: first)) {
        remainder = remainder.dropFirst().drop { $0.hasPrefix("-") }
      } else if Self.managers.contains(first),
        let second = remainder.dropFirst().first, ["exec", "dlx", "x"].contains(second)
      {
        remainder = remainder.dropFirst(2).drop { $0.hasPrefix("-") }
      } else {
        break
      }
    }
    self.words = Array(remainder)
  }

  /// Returns a script's commands, including those in `sh -c '…'` and `concurrently '…'`.
  static func commands(in text: String) -> [ShellCommand] {
    ShellLine.commands(in: text).flatMap { words in
      let command = ShellCommand(words)
      let scripts = command.shellScripts
      return scripts.isEmpty ? [command] : scripts.flatMap(commands)
    }
  }

  /// `true` if the command calls the old Eros CLI.
  ///
  /// The new `eros` also has the commands `pack` and `install`, but no platform is their first
  /// argument.
  var isErosCLI: Bool {
    let call = isScriptRunner ? words.dropFirst() : words[...]
    guard let first = call.first else { return false }
    let program = Self.name(of: first)
    if program == "eros-cli" || program.hasPrefix("eros-cli@") { return true }
    guard program == "eros", let command = call.dropFirst().first else { return false }
    let argument = call.dropFirst(2).first
    switch command {
    case "build", "dev", "mock", "update": return true
    case "pack": return argument == nil || ["ios", "android", "all"].contains(argument)
    case "install": return ["ios", "android"].contains(argument)
    default: return false
    }
  }

  /// The scripts in `package.json` that the command runs.
  var scripts: [String] {
    guard let first = words.first else { return [] }
    // `npm:watch` of `concurrently`.
    if let colon = first.firstIndex(of: ":"), Self.managers.contains(first[..<colon]) {
      return [String(first[colon...].dropFirst())]
    }
    let names = words.dropFirst().prefix { $0 != "--" }.filter { !$0.hasPrefix("-") }
    if ["npm-run-all", "run-s", "run-p"].contains(Self.name(of: first)) {
      return names.map(String.init)
    }
    guard Self.managers.contains(first), let verb = names.first else { return [] }
    if ["run", "run-script"].contains(verb) { return names.dropFirst().prefix(1).map(String.init) }
    // All remaining words are npm's own commands.
    let isScript = first != "npm" || ["start", "stop", "restart", "test"].contains(verb)
    return isScript ? [String(verb)] : []
  }

  /// `true` if the first argument can be a script or a program.
  private var isScriptRunner: Bool { ["yarn", "pnpm"].contains(words.first) }

  private var shellScripts: [String] {
    guard let first = words.first else { return [] }
    switch Self.name(of: first) {
    case "sh", "bash", "dash", "zsh":
      guard let option = words.firstIndex(where: { $0.contains(#/^-[a-z]*c$/#) }) else { return [] }
      return words.dropFirst(option + 1).prefix(1).map(String.init)
    case "concurrently", "conc":
      return words.dropFirst().filter { !$0.hasPrefix("-") }.map(String.init)
    default: return []
    }
  }

  private static func name(of program: Substring) -> Substring {
    program.split(separator: "/").last ?? program
  }

  private static let managers: Set<Substring> = ["npm", "cnpm", "yarn", "pnpm"]

  /// Programs and keywords that may precede a program's name.
  private static let runners: Set<Substring> = [
    "npx", "env", "cross-env", "exec", "time", "node", "sudo", "nice", "nohup",
    "if", "then", "else", "elif", "while", "until", "do", "!", "{",
  ]
}

/// The words in a shell script, as far as they are literal.
private struct ShellLine {
  private var commands: [[String]] = [[]]
  private var word: String?
  private var quote: Unicode.Scalar?
  private var isEscaped = false

  static func commands(in text: String) -> [[String]] {
    var words = ShellLine()
    for character in text.unicodeScalars { words.add(character) }
    words.endWord()
    return words.commands.filter { !$0.isEmpty }
  }

  private mutating func add(_ character: Unicode.Scalar) {
    if isEscaped {
      word = (word ?? "") + String(character)
      isEscaped = false
    } else if character == "\\", quote != "'" {
      isEscaped = true
    } else if character == quote {
      quote = nil
    } else if quote != nil {
      word = (word ?? "") + String(character)
    } else if "'\"".contains(character) {
      quote = character
      word = word ?? ""
    } else if " \t\n&|;()".contains(character) {
      endWord()
      if character != " ", character != "\t" { commands.append([]) }
    } else {
      word = (word ?? "") + String(character)
    }
  }

  private mutating func endWord() {
    guard let end = word else { return }
    commands[commands.count - 1].append(end)
    word = nil
  }
}
