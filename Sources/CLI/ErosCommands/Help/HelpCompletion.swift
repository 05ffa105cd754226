import ArgumentParser
import ErosCore

/// Completes command names after `eros help`, because the parser's scripts do not.
///
/// The functions redefine `_eros_help`, so the parser's scripts stay unchanged.
struct HelpCompletion {
  /// The visible subcommands for the words after `eros help`, such as `release`.
  private let names: [(path: String, names: [String])]

  init(of command: any ParsableCommand.Type) {
    names = Self.names(of: command, path: [])
  }

  private static func names(
    of command: any ParsableCommand.Type, path: [String]
  ) -> [(path: String, names: [String])] {
    let subcommands = command.configuration.subcommands.filter { $0.configuration.shouldDisplay }
    guard !subcommands.isEmpty else { return [] }
    let named = subcommands.compactMap { next in next.configuration.commandName.map { ($0, next) } }
    return [(path.joined(separator: " "), named.map(\.0))]
      + named.flatMap { name, next in names(of: next, path: path + [name]) }
  }

  func added(to script: String, for shell: CompletionShell) -> String {
    switch shell {
    case .bash: script + "\n" + bash
    case .fish: script + "\n" + fish
    case .zsh: addedBeforeCall(in: script)
    default: script
    }
  }

  /// Inserts the function before the last line, where the completion is called.
  ///
  /// A later definition would miss the first completion.
  private func addedBeforeCall(in script: String) -> String {
    guard let call = script.ranges(of: "\nif [[ \"${funcstack[1]}\"").last else {
      return script + "\n" + zsh
    }
    return script[..<call.lowerBound] + "\n" + zsh + script[call.lowerBound...]
  }

  private var bash: String {
    """
    _eros_help() {
        local IFS=$' \\t\\n'
        local -i last=$((${#unparsed_words[@]} - 1))
        case "${unparsed_words[*]:0:$((last < 0 ? 0 : last))}" in
    \(cases { "COMPREPLY+=($(compgen -W '\($0)' -- \"${cur}\"))" })
        esac
    }

    """
  }

  private var zsh: String {
    """
    _eros_help() {
        local -a subcommands
        case "${words[2,CURRENT-1]}" in
    \(cases { "subcommands=(\($0))" })
        esac
        _describe -V subcommand subcommands
    }

    """
  }

  private func cases(_ body: (String) -> String) -> String {
    names.map { "    '\($0.path)') \(body($0.names.joined(separator: " "))) ;;" }
      .joined(separator: "\n")
  }

  private var fish: String {
    let lines = names.map { path, names in
      let words = (["help"] + (path.isEmpty ? [] : [path])).joined(separator: " ")
      return
        "complete -c 'eros' -n '__eros_is_after \"\(words)\"' -fa '\(names.joined(separator: " "))'"
    }
    return """
      function __eros_is_after -a words
          set -l tokens (__eros_tokens -pc)
          test "$tokens[2..]" = "$words"
      end
      \(lines.joined(separator: "\n"))

      """
  }
}
