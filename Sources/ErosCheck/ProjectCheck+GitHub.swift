import ErosConfig
public import ErosCore
import ErosFiles
import ErosRegistry
import ErosVersions
import SystemPackage

extension ProjectCheck {
  /// The findings as annotations of GitHub's build service, one a line; nothing when there are none.
  ///
  /// Paths are below the repository's top, where the service looks for them.
  public func githubAnnotations() -> String {
    let place = try? resolvedPath(allowingMissing: project.folder)
    let top = place.flatMap { GitRepository.around($0)?.top }
    return findings.map { finding in
      var properties: [(String, String)] = []
      if let file = finding.file {
        var path = file
        if let top, let place = try? resolvedPath(allowingMissing: file), place.starts(with: top) {
          path = place.components.dropFirst(top.components.count).map(\.string)
            .joined(separator: "/")
        }
        properties.append(("file", path))
      }
      if let position = finding.position {
        properties += [("line", "\(position.line)"), ("col", "\(position.column)")]
      }
      properties.append(("title", finding.code.rawValue))
      let list = properties.map { "\($0.0)=\(Self.escaped($0.1, isProperty: true))" }
        .joined(separator: ",")
      let message = Self.escaped("\(finding.message)\n\(finding.remedy)", isProperty: false)
      return "::\(finding.severity.rawValue) \(list)::\(message)"
    }.joined(separator: "\n")
  }

  /// The annotation of a check that could not look.
  public static func githubAnnotation(of error: any ErosError) -> String {
    let hint = error.remedy.map { "\n" + $0 } ?? ""
    return "::error title=eros check::" + escaped(error.problem + hint, isProperty: false)
  }

  /// What would end a message or a property becomes a percent escape.
  private static func escaped(_ text: String, isProperty: Bool) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "%": result += "%25"
      case "\r": result += "%0D"
      case "\n": result += "%0A"
      case ":" where isProperty: result += "%3A"
      case "," where isProperty: result += "%2C"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }
}
