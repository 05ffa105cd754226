import ErosCore
import ErosFiles
import ErosProcess
import SystemPackage

/// A command's findings as a Markdown table, for comments and job summaries.
struct MarkdownFindings: CustomStringConvertible {
  private static let maximumRows = 100
  /// The maximum number of scalars in a cell's text.
  private static let maximumTextLength = 1000
  /// A comment's maximum length in bytes.
  ///
  /// GitHub refuses more than 65,536 characters.
  private static let maximumLength = 64_000

  let description: String

  init(command: String, _ findings: [Finding], notes: [Message] = []) {
    let notes = notes.map { "\nnote: \(Self.cell("\($0)"))\n" }.joined()
    guard !findings.isEmpty else {
      description = Self.limited("**\(command)**: no findings\n" + notes)
      return
    }
    let rows = findings.prefix(Self.maximumRows).map { finding in
      let file = finding.file.map {
        Finding.location(RepositoryPath.find($0) ?? $0, finding.position)
      }
      let texts = [finding.text, finding.remedy.map { "hint: \($0)" }].compactMap(\.self)
      return "| \(finding.severity.rawValue) | \(Self.code(finding.code)) "
        + "| \(file.map { Self.code($0) } ?? "") | \(texts.map(Self.cell).joined(separator: "<br>")) |"
    }
    let omitted = findings.count - rows.count
    description = Self.limited(
      "**\(command)**: \(findings.counts)\n\n| | code | file | finding |\n| --- | --- | --- | --- |\n"
        + rows.joined(separator: "\n") + "\n" + (omitted > 0 ? "\n\(omitted) more findings\n" : "")
        + notes)
  }

  /// Returns the first line of a comment on a change, so that a job finds its earlier comment.
  static func marker(of command: String) -> String { "<!-- \(command) -->\n" }

  init(command: String, _ error: any ErosError) {
    let hint = error.remedy.map { "\n\nhint: \(Self.cell("\($0)"))" } ?? ""
    description = "**\(command)** failed: \(Self.cell(error.description))\(hint)\n"
  }

  /// Shortens a comment so that GitHub accepts it, with a note about the rest.
  static func limited(_ markdown: String) -> String {
    guard markdown.utf8.count > maximumLength else { return markdown }
    var count = 0
    let lines = markdown.split(separator: "\n", omittingEmptySubsequences: false).prefix { line in
      count += line.utf8.count + 1
      return count <= maximumLength
    }
    return lines.joined(separator: "\n")
      + "\n\nThe rest is left out, because GitHub refuses a longer comment.\n"
  }

  /// Returns text for a table cell.
  ///
  /// Markdown and HTML in it have no effect.
  ///
  /// A long text is shortened, and ends with `[…]`.
  static func cell(_ text: String) -> String {
    let prefix = text.prefix(maximumTextLength)
    let end = prefix.endIndex < text.endIndex ? " \\[…\\]" : ""
    return prefix.split(whereSeparator: \.isNewline).map { line in
      String(line).escapedForDisplay.split(separator: " ", omittingEmptySubsequences: false)
        .map(word).joined(separator: " ")
    }.joined(separator: "<br>") + end
  }

  /// Escapes a word in a cell.
  ///
  /// GitHub and GitLab link users, addresses, commits and issues in the rendered text, and replace
  /// the names of emoji there, so an escape does not help. They change nothing in code.
  private static func word(_ word: Substring) -> String {
    guard isLinked(word) else { return escaped(word) }
    var parts: [String] = []
    var remainder = word
    while true {
      // A backtick or a bar would end the code.
      let part = remainder.prefix { $0 != "`" && $0 != "|" }
      parts.append(isLinked(part) ? "`\(part)`" : escaped(part))
      guard let mark = remainder[part.endIndex...].first else { return parts.joined() }
      parts.append("\\\(mark)")
      remainder = remainder[part.endIndex...].dropFirst()
    }
  }

  /// Texts that start a link, in lowercase.
  ///
  /// The last ones are GitLab's.
  private static let linkMarks = [
    "@", "://", "www.", "gh-", "mailto:", "xmpp:", "gl-", "[cadence:", "[contact:", "[epic:",
    "[feature_flag:", "[issue:", "[vulnerability:", "[work_item:", "*iteration:",
  ]
  /// Emoji whose names are numbers.
  ///
  /// Any other number between colons is a position.
  private static let numberedEmoji = ["100", "1234"]

  /// Returns `true` if GitHub or GitLab may link or replace part of a word.
  private static func isLinked(_ word: Substring) -> Bool {
    let lowercase = word.lowercased()
    if linkMarks.contains(where: { lowercase.contains($0) }) { return true }
    let bytes = Array(word.utf8)
    return hasReference(bytes) || hasCommit(bytes) || hasEmoji(bytes)
  }

  /// Finds a reference such as `#12`, or GitLab's `!12`, `&9`, `$3`, `%1` and `~bug`.
  private static func hasReference(_ word: [UInt8]) -> Bool {
    zip(word, word.dropFirst()).contains { mark, next in
      switch mark {
      case UInt8(ascii: "#"), UInt8(ascii: "!"), UInt8(ascii: "&"), UInt8(ascii: "$"):
        next.isDigit
      case UInt8(ascii: "%"), UInt8(ascii: "~"):
        // Milestones and labels also have names, and a project may come before them:
        // `group/app~bug`.
        next.isAlphanumeric || next >= 0x80 || "\"_-*".utf8.contains(next)
      default: false
      }
    }
  }

  /// Finds 7 to 40 hexadecimal digits: possibly a commit.
  private static func hasCommit(_ word: [UInt8]) -> Bool {
    word.split { !$0.isAlphanumeric && $0 != UInt8(ascii: "_") }.contains { part in
      (7...40).contains(part.count) && part.allSatisfy(\.isHexadecimalDigit)
    }
  }

  /// Finds the name of an emoji, such as `:tada:`.
  private static func hasEmoji(_ word: [UInt8]) -> Bool {
    let parts = word.split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false)
    return parts.dropFirst().dropLast().contains { name in
      !name.isEmpty && name.allSatisfy { $0.isAlphanumeric || "_+-".utf8.contains($0) }
        && (!name.allSatisfy(\.isDigit)
          || numberedEmoji.contains(String(decoding: name, as: UTF8.self)))
    }
  }

  private static func escaped(_ text: Substring) -> String {
    text.reduce(into: "") { result, character in
      switch character {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "|", "*", "_", "`", "[", "]", "\\", "#", "~": result += "\\\(character)"
      default: result.append(character)
      }
    }
  }

  private static func code(_ text: String) -> String {
    let escaped = text.escapedForDisplay
    // A backtick or a bar would end the code.
    return escaped.contains { $0 == "`" || $0 == "|" } ? cell(escaped) : "`\(escaped)`"
  }
}

/// The summary that GitHub shows below a job's log.
enum StepSummary {
  /// GitHub refuses a longer summary of a step.
  private static let limit: UInt64 = 1 << 20

  /// Appends Markdown to the file that the variable `GITHUB_STEP_SUMMARY` names, if it is set.
  ///
  /// If the summary cannot be written, you get a warning. The command's result does not change.
  static func append(
    _ markdown: String, environment: [String: String] = EnvironmentVariable.all
  ) {
    guard let path = environment["GITHUB_STEP_SUMMARY"], !path.isEmpty else { return }
    do throws(FileError) {
      // Earlier steps wrote it, so a file that cannot be read is not replaced.
      let isPresent = try FileStatus.ifExists(path) != nil
      let present = isPresent ? try readWholeFile(path, limit: Int(limit)) : []
      let bytes = present + Array((markdown + "\n").utf8)
      guard UInt64(bytes.count) <= limit else { throw FileError(.write, path, .fileTooLarge) }
      try writeWholeFile(bytes, to: path, keepingPermissions: true)
    } catch {
      warn("the summary of the job was not written: \(error.problem)")
    }
  }

  private static func warn(_ text: Message) {
    let style = TextStyle(isColored: false, in: .ofProcess)
    writeToStandardError(style.label("warning") + style.text(text) + "\n")
  }
}
