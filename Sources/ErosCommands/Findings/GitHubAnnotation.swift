import ErosCheck
import ErosCore
import ErosFiles
import SystemPackage

/// A workflow command that makes GitHub show a message beside a line of a file.
///
/// For example `::error file=app.js,line=3,col=1,title=J01::'acme' is not declared`.
struct GitHubAnnotation: CustomStringConvertible {
  let description: String

  init(_ finding: Finding) {
    let level = finding.severity == .note ? "notice" : finding.severity.rawValue
    let properties = [
      ("file", finding.file.map(Self.pathInRepository)),
      ("line", finding.position.map { "\($0.line)" }),
      ("col", finding.position.map { "\($0.column)" }), ("title", finding.code),
    ]
    self.init(level, properties, finding.text, finding.remedy)
  }

  /// Creates the annotation of a command that failed.
  init(_ error: any ErosError, command: String) {
    self.init("error", [("title", command)], error.problem.escapedLinesForDisplay, error.remedy)
  }

  private init(
    _ level: String, _ properties: [(String, String?)], _ message: String, _ remedy: String?
  ) {
    let list = properties.compactMap { name, value in
      value.map { "\(name)=\(Self.escaped($0, isProperty: true))" }
    }
    let lines = [message, remedy.map { "hint: \($0.escapedLinesForDisplay)" }].compactMap(\.self)
    description =
      "::\(level) \(list.joined(separator: ","))::"
      + Self.escaped(lines.joined(separator: "\n"), isProperty: false)
  }

  /// Returns the path relative to the top of the repository that contains the file, as GitHub
  /// expects it; unchanged outside of a repository.
  static func pathInRepository(_ file: String) -> String {
    guard let path = try? resolvedPath(allowingMissing: file),
      let top = GitRepository.top(around: path), path.starts(with: top)
    else { return file }
    return path.components.dropFirst(top.components.count).map(\.string).joined(separator: "/")
  }

  /// Escapes the characters that end a message or a property.
  private static func escaped(_ text: String, isProperty: Bool) -> String {
    text.unicodeScalars.reduce(into: "") { result, scalar in
      switch scalar {
      case "%": result += "%25"
      case "\r": result += "%0D"
      case "\n": result += "%0A"
      case ":" where isProperty: result += "%3A"
      case "," where isProperty: result += "%2C"
      default: result += String(scalar).escapedForDisplay
      }
    }
  }
}
