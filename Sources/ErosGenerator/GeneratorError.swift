public import ErosCore
import ErosRegistry

/// An error of rendering, of writing generated files, or of starting a class or a project.
@nonexhaustive
public enum GeneratorError: ErosError, Equatable {
  /// A template does not have the form that Stencil reads, or asks for what is not there.
  case badTemplate(name: String, reason: String)
  /// A folder of templates holds a file that replaces none.
  case unknownTemplate(name: String, known: [String])
  /// The description would be overwritten.
  case outputIsInput(String)
  /// A class was asked for that the description does not declare.
  case unknownEntry(kind: SkeletonKind, name: String, known: [String])
  /// A class was asked for on a platform that its entry leaves out.
  case notOnPlatform(kind: SkeletonKind, name: String, platform: Platform)
  /// Nothing says where a class of the platform goes.
  case noSkeletonPlace(Platform)
  /// A folder for classes is not inside the project.
  case placeOutside(String)
  /// A symlink leads a generated file out of the project.
  case leadsOutside(String)
  /// A folder stands where a file is to be generated.
  case isFolder(String)
  /// A class inside another one has no file of its own.
  case innerClass(String)
  /// A class needs a setting that is missing.
  case missingSetting(String)
  /// Files that are there already would be replaced.
  case wouldReplace([String])
  /// A name cannot be that of a new project's app.
  case badAppName(String)
  /// Files of a new project are there already and are others.
  case projectExists(folder: String, files: [String])

  public var problem: String {
    switch self {
    case .badTemplate(let name, let reason):
      "the template '\(name.escapedForDisplay)' cannot be used: \(reason.escapedForDisplay)"
    case .unknownTemplate(let name, let known):
      "there is no template '\(name.escapedForDisplay)': the templates are "
        + known.joined(separator: ", ")
    case .outputIsInput(let path):
      "'\(path.escapedForDisplay)' is the description itself and cannot be generated"
    case .unknownEntry(let kind, let name, let known):
      "no \(kind.rawValue) '\(name.escapedForDisplay)' is declared"
        + (known.isEmpty ? "" : "; declared are \(known.joined(separator: ", "))")
    case .notOnPlatform(let kind, let name, let platform):
      "the \(kind.rawValue) '\(name.escapedForDisplay)' has no class for \(platform.displayName)"
    case .noSkeletonPlace(let platform):
      "nothing says where a class for \(platform.displayName) goes"
    case .placeOutside(let folder):
      "'\(folder.escapedForDisplay)' is no place inside the project"
    case .leadsOutside(let path):
      "'\(path.escapedForDisplay)' would be outside the project: a symlink on the way leads there"
    case .isFolder(let path):
      "'\(path.escapedForDisplay)' is a folder, and a file is to be generated there"
    case .innerClass(let name):
      "'\(name.escapedForDisplay)' is a class inside another one and has no file of its own"
    case .missingSetting(let key): "the class needs '\(key)', which is missing"
    case .badAppName(let name):
      "'\(name.escapedForDisplay)' is no name for an app's code: it has up to 64 letters and digits of ASCII, '-' and '_', and starts with a letter"
    case .projectExists(let folder, let files):
      "'\(folder.escapedForDisplay)' has other files of these names: "
        + files.map(\.escapedForDisplay).joined(separator: ", ")
    case .wouldReplace(let paths):
      "\(paths.map { "'\($0.escapedForDisplay)'" }.joined(separator: ", ")) "
        + (paths.count == 1 ? "is there already" : "are there already")
    }
  }

  public var remedy: String? {
    switch self {
    case .badTemplate: "compare it with the one that `eros templates show` prints"
    case .unknownTemplate: "`eros templates list` lists them"
    case .outputIsInput: "give the output another name in 'generate'"
    case .unknownEntry: "declare it first: a class is made from what its entry says"
    case .notOnPlatform(_, _, let platform):
      "add '\(platform.rawValue)' to its entry, or name the other platform with `--platform`"
    case .noSkeletonPlace(let platform):
      "pass `--\(platform.rawValue)-folder DIR`, or set 'generate.\(platform.rawValue).out'"
    case .missingSetting: "add it to the configuration"
    case .wouldReplace:
      "a class is written once: move the file away, or leave its platform out with `--platform`"
    case .badAppName:
      "pass another one with `--name`; what people read is set in the native projects"
    case .projectExists: "name another folder, or move them away; nothing was written"
    case .placeOutside: "write a relative path without '..'; `--output` names another project"
    case .leadsOutside: "name a folder of the project itself in 'generate'; nothing was written"
    case .isFolder: "move the folder away, or name another place in 'generate'"
    case .innerClass: "write it by hand, or give it a file of its own"
    }
  }

  public var exitStatus: ExitStatus {
    switch self {
    case .badTemplate, .outputIsInput, .notOnPlatform, .innerClass,
      .missingSetting, .leadsOutside:
      .badData
    case .wouldReplace, .projectExists, .isFolder: .cannotCreate
    case .noSkeletonPlace, .placeOutside, .badAppName: .usage
    case .unknownTemplate, .unknownEntry: .inputNotFound
    }
  }
}
