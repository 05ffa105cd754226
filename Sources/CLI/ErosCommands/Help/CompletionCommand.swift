import ArgumentParser
import ErosCommandSupport
import ErosFiles

/// Prints a completion script, like `--generate-completion-script` of the argument parser.
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
    try writeToStandardOutput(ErosCommand.completionScript(for: shell.completionShell))
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
