import ArgumentParser
import ErosCore
import ErosFiles

/// Prints a completion script, like the argument parser's `--generate-completion-script`.
struct CompletionCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "completion",
    abstract: "Print the completion script of a shell",
    discussion: """
      The packages install the scripts. After another installation, write the script to a folder from \
      which the shell loads completions:

        $ eros completion bash > ~/.local/share/bash-completion/completions/eros
        $ eros completion zsh > ~/.zfunc/_eros
        $ eros completion fish > ~/.config/fish/completions/eros.fish

      zsh searches the folders of 'fpath': add '~/.zfunc' in ~/.zshrc, before 'compinit'.
      """)

  @Argument(help: "The shell: bash, zsh or fish.")
  var shell: Shell

  func run() throws {
    let shell = shell.completionShell
    let script = ErosCommand.completionScript(for: shell)
    let text = HelpCompletion(of: ErosCommand.self).added(to: script, for: shell) + "\n"
    try StandardStream.output.write(Array(text.utf8))
  }

  /// Returns the command for `--generate-completion-script SHELL`.
  ///
  /// The parser's own option would print a script that does not know `eros help`.
  /// Its error about an unknown shell spans several lines.
  static func forOption(in words: [String]) throws -> CompletionCommand? {
    let option = "--generate-completion-script"
    let shell: String
    switch (words.first, words.count) {
    case (option, 2): shell = words[1]
    case (.some(let word), 1) where word.hasPrefix(option + "="):
      shell = String(word.dropFirst(option.count + 1))
    default: return nil
    }
    return try CompletionCommand.parse([shell])
  }

  enum Shell: String, ExpressibleByArgument, CaseIterable {
    case bash, zsh, fish

    fileprivate var completionShell: CompletionShell {
      switch self {
      case .bash: .bash
      case .zsh: .zsh
      case .fish: .fish
      }
    }
  }
}
