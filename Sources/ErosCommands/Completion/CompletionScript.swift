import ArgumentParser

/// The script that teaches a shell the commands and options.
///
/// The argument parser writes it; what its scripts get wrong is mended here, until a release of it
/// does. Each change names the text that it replaces, and a test fails when that is not there.
struct CompletionScript {
  private static let option = "--generate-completion-script"

  /// The shell that the words of a command line ask a script for.
  static func shell(in words: [String]) -> CompletionShell? {
    guard let index = words.firstIndex(where: { $0 == option || $0.hasPrefix(option + "=") })
    else { return nil }
    let name = words[index].dropFirst(option.count + 1)
    if !name.isEmpty { return CompletionShell(rawValue: String(name)) }
    let next = index + 1 < words.count ? CompletionShell(rawValue: words[index + 1]) : nil
    return next ?? CompletionShell.autodetected()
  }

  /// The script of the argument parser, mended.
  static func mended(_ script: String, for shell: CompletionShell) -> String {
    switch shell {
    case .bash: bashChanges.reduce(script) { $0.replacing($1.0, with: $1.1) }
    case .zsh: zsh(script)
    // Fish 3 has no place of the cursor while it completes for others.
    case .fish:
      script.replacing(
        "(__eros_tokens -tC)", with: #"(string length -- "$(commandline -ct)")"#)
    default: script
    }
  }

  private static let bashChanges = [
    // A trap on RETURN outlives the function: from then on, each file that is read with `.` would
    // lose the options that it sets.
    (
      #"trap "${state//$'\n'/;}" RETURN"#,
      #"trap "${state//$'\n'/;};trap - RETURN" RETURN"#
    ),
    // What was given already is offered again.
    (
      """
                          for index in "${!non_repeating_flags[@]}"; do
                              if [[ "${non_repeating_flags[${index}]}" = "${word}" ]]; then
                                  unset "non_repeating_flags[${index}]"
                                  non_repeating_flags=("${non_repeating_flags[@]}")
                                  break
      """,
      """
                          for index in "${!non_repeating_options[@]}"; do
                              if [[ "${non_repeating_options[${index}]}" = "${word}" ]]; then
                                  unset "non_repeating_options[${index}]"
                                  non_repeating_options=("${non_repeating_options[@]}")
                                  break
      """
    ),
    // The command `config` gets a slash where there is a folder of that name.
    ("complete -o filenames -F ", "complete -F "),
    (
      """
      _add_completions() {
          local completion

      """,
      """
      _add_completions() {
          local completion
          case "${1}" in
          -d | -f | -o) compopt -o filenames 2>/dev/null ;;
          esac

      """
    ),
    // Bash breaks `--level=best` into three words.
    (
      """
          local -r cur="${2}"
          local -r prev="${3}"

      """,
      """
          local -a joined=()
          local -i at=0
          local cur="${2}"
          for ((at = 0; at <= COMP_CWORD; at++)); do
              if [[ "${COMP_WORDS[at]}" = '=' && at -gt 0 && "${COMP_WORDS[at - 1]}" = --* ]]; then
                  [[ at -eq COMP_CWORD ]] && joined+=('') && cur=''
              else
                  joined+=("${COMP_WORDS[at]}")
              fi
          done
          local -a COMP_WORDS=("${joined[@]}")
          local -i COMP_CWORD=$((${#joined[@]} - 1))
          local -r cur
          local -r prev="${COMP_WORDS[COMP_CWORD - 1]}"

      """
    ),
  ]

  /// Lets a value stand behind a `=` as well as in a word of its own.
  private static func zsh(_ script: String) -> String {
    script.split(separator: "\n", omittingEmptySubsequences: false).map { line in
      let spec = line.drop { $0 == " " }
      guard spec.hasPrefix("'--") || spec.hasPrefix("'*--"), spec.contains("]:"),
        let bracket = spec.firstIndex(of: "[")
      else { return String(line) }
      return line[..<bracket] + "=" + line[bracket...]
    }.joined(separator: "\n")
  }
}
