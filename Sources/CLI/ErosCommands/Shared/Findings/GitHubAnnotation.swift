import ErosCore

/// A workflow command that makes GitHub show a message next to a line of code.
///
/// For example `::error file=app.js,line=3,col=1,title=J01::'acme' is not declared`.
struct GitHubAnnotation: CustomStringConvertible {
  let description: String

  init(_ finding: Finding) {
    let level = finding.severity == .note ? "notice" : finding.severity.rawValue
    self.init(
      level, file: finding.file, finding.position, title: finding.code, finding.text,
      finding.remedy?.description)
  }

  init(_ error: any ErosError, command: String) {
    let positioned = error as? any PositionedError
    self.init(
      "error", file: positioned?.file, positioned?.position, title: command,
      "\(positioned?.clause ?? error.problem)".escapedLinesForDisplay,
      error.remedy?.description)
  }

  /// If GitHub cannot show the file, its path becomes part of the message.
  private init(
    _ level: String, file: String?, _ position: TextPosition?, title: String, _ message: String,
    _ remedy: String?
  ) {
    guard let path = file.flatMap(RepositoryPath.find) else {
      let location = file.map { Finding.location($0, position) + ": " } ?? ""
      self.init(level, [("title", title)], location + message, remedy)
      return
    }
    let properties = [
      ("file", path), ("line", position.map { "\($0.line)" }),
      ("col", position.map { "\($0.column)" }), ("title", title),
    ]
    self.init(level, properties, message, remedy)
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
