public import ErosCore

/// Why registration tables cannot be generated.
@nonexhaustive
public enum RegistryError: ErosError, Equatable {
  /// The lock file is not what `eros generate` writes.
  case malformedLock(file: String, line: Int)
  /// A template does not have the form that Stencil reads, or asks for what is not there.
  case badTemplate(name: String, reason: String)
  /// A folder of templates holds a file that replaces none.
  case unknownTemplate(name: String, known: [String])
  /// The description would be overwritten.
  case outputIsInput(String)

  public var problem: String {
    switch self {
    case .malformedLock(let file, let line):
      "\(file.escapedForDisplay):\(line): this is no release as `eros generate` records it"
    case .badTemplate(let name, let reason):
      "the template '\(name.escapedForDisplay)' cannot be used: \(reason.escapedForDisplay)"
    case .unknownTemplate(let name, let known):
      "there is no template '\(name.escapedForDisplay)': the templates are "
        + known.joined(separator: ", ")
    case .outputIsInput(let path):
      "'\(path.escapedForDisplay)' is the description itself and cannot be generated"
    }
  }

  public var remedy: String? {
    switch self {
    case .malformedLock: "take the file back from version control; it is never edited by hand"
    case .badTemplate: "compare it with the one that `eros templates show` prints"
    case .unknownTemplate: "`eros templates list` lists them"
    case .outputIsInput: "give the output another name in 'generate'"
    }
  }

  public var exitStatus: ExitStatus {
    switch self {
    case .malformedLock, .badTemplate, .outputIsInput: .badData
    case .unknownTemplate: .inputNotFound
    }
  }
}
