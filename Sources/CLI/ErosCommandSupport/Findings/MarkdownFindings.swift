package import ErosCore
import ErosFiles
import SystemPackage

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The findings of a command as a Markdown table, for comments and job summaries.
package struct MarkdownFindings: CustomStringConvertible {
  /// The maximum number of rows; GitHub limits a comment to 65,536 characters.
  private static let maximumRows = 100

  package let description: String

  package init(command: String, _ findings: [Finding], notes: [String] = []) {
    let notes = notes.map { "\nnote: \(Self.cell($0))\n" }.joined()
    guard !findings.isEmpty else {
      description = "**\(command)**: no findings\n" + notes
      return
    }
    let rows = findings.prefix(Self.maximumRows).map { finding in
      let file = finding.file.map {
        Finding.location(RepositoryPath.find($0) ?? $0, finding.position)
      }
      let text = finding.text + (finding.remedy.map { "\nhint: \($0)" } ?? "")
      return "| \(finding.severity.rawValue) | \(Self.code(finding.code)) "
        + "| \(file.map { Self.code($0) } ?? "") | \(Self.cell(text)) |"
    }
    let omitted = findings.count - rows.count
    description =
      "**\(command)**: \(findings.counts)\n\n| | code | file | finding |\n| --- | --- | --- | --- |\n"
      + rows.joined(separator: "\n") + "\n" + (omitted > 0 ? "\n\(omitted) more findings\n" : "")
      + notes
  }

  /// Returns the first line of a comment on a change, by which a job finds its earlier comment.
  package static func marker(of command: String) -> String { "<!-- \(command) -->\n" }

  /// Creates the text of a command that failed.
  package init(command: String, _ error: any ErosError) {
    let hint = error.remedy.map { "\n\nhint: \(Self.cell($0))" } ?? ""
    description = "**\(command)** failed: \(Self.cell(error.problem))\(hint)\n"
  }

  /// Returns text for a cell of a table; Markdown and HTML in it have no effect.
  package static func cell(_ text: String) -> String {
    text.split(whereSeparator: \.isNewline).map { line in
      String(line).escapedForDisplay.reduce(into: "") { result, character in
        switch character {
        case "&": result += "&amp;"
        case "<": result += "&lt;"
        case ">": result += "&gt;"
        case "@": result += "&#64;"
        case "|", "*", "_", "`", "[", "]", "\\", "#", "~": result += "\\\(character)"
        default: result.append(character)
        }
      }
    }.joined(separator: "<br>")
  }

  /// Returns text as code in a cell.
  private static func code(_ text: String) -> String {
    let shown = text.escapedForDisplay
    // A backtick or a bar would end the code.
    return shown.contains { $0 == "`" || $0 == "|" } ? cell(shown) : "`\(shown)`"
  }
}

/// The summary of a job that GitHub shows below the log.
package enum StepSummary {
  /// GitHub refuses a longer summary of a step.
  private static let limit: UInt64 = 1 << 20

  /// Appends Markdown to the file that the variable `GITHUB_STEP_SUMMARY` names, if it is set.
  ///
  /// A summary that cannot be written is a warning, and does not change the result of a command.
  package static func append(
    _ markdown: String, environment: [String: String] = ProcessInfo.processInfo.environment
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

  private static func warn(_ text: String) {
    let style = TextStyle(isColored: false, in: .ofProcess)
    writeToStandardError(style.label("warning") + style.text(text) + "\n")
  }
}
