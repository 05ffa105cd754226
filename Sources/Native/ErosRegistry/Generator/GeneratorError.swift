public import ErosConfig
public import ErosCore

/// A failure to render or write generated files, new classes and new projects.
@nonexhaustive
public enum GeneratorError: ErosError, Equatable {
  /// A file with a template cannot be used.
  case badTemplateFile(String, reason: Message)
  /// No template has this name.
  case unknownTemplate(name: String, nearest: String?)
  /// A file in a folder of templates is not named after a template.
  case unknownTemplateFile(String, nearest: String?)
  /// A folder of templates is empty.
  case noTemplates(folder: String)
  /// A generated file would overwrite the description.
  case outputIsInput(String)
  /// The description does not declare the requested class.
  case unknownEntry(kind: EntryKind, name: String, known: [String])
  /// The requested class does not exist on the platform.
  case notOnPlatform(kind: EntryKind, name: String, platform: Platform)
  /// There is nowhere to put classes for these platforms.
  case noSkeletonFolder([Platform])
  /// A folder for classes is outside the project.
  case folderOutside(String)
  /// A generated file's path leads outside the project.
  case outsideProject(String)
  /// A generated file would replace a folder.
  case isFolder(String)
  /// A nested class has no source file of its own.
  case innerClass(String)
  /// A setting that the class requires is missing.
  case missingSetting(String)
  /// Existing files would be replaced.
  case wouldReplace([String])
  /// The name is not a valid key for a new app.
  case badAppName(String)
  /// A name in the job contains a GitHub expression.
  case workflowExpression(String)
  /// A name in the job contains a line break or another control character.
  case controlInWorkflow(String)
  /// The project's file cannot get the classes of a uni-app plugin.
  case unusableTable(String, reason: Message, remedy: Message)
  /// The project already has these files, with different contents.
  case projectExists(folder: String, files: [String])

  public var problem: Message {
    switch self {
    case .badTemplateFile(let path, let reason):
      "invalid template '\(path.escapedForDisplay)': \(reason.escapedForDisplay)"
    case .unknownTemplate(let name, _): "unknown template '\(name.escapedForDisplay)'"
    case .unknownTemplateFile(let path, _):
      "'\(path.escapedForDisplay)' does not have the name of a template"
    case .noTemplates(let folder):
      "the folder '\(folder.escapedForDisplay)' does not contain a template"
    case .outputIsInput(let path):
      "'\(path.escapedForDisplay)' is the description and cannot be a generated file"
    case .unknownEntry(let kind, let name, let declaredNames):
      declaredNames.isEmpty
        ? "the \(kind.argument) '\(name.escapedForDisplay)' is not declared"
        : "the \(kind.argument) '\(name.escapedForDisplay)' is not declared; declared: \(declaredNames.joined(separator: ", "))"
    case .notOnPlatform(let kind, let name, let platform):
      "the \(kind.argument) '\(name.escapedForDisplay)' does not have a class for \(platform.displayName)"
    case .noSkeletonFolder(let platforms):
      "no folder is set for \(platforms.map(\.displayName).joined(separator: " and ")) classes"
    case .folderOutside(let folder):
      "'\(folder.escapedForDisplay)' is outside the project"
    case .outsideProject(let path):
      "'\(path.escapedForDisplay)' resolves to a location outside the project through a symlink"
    case .isFolder(let path):
      "'\(path.escapedForDisplay)' is a folder, but a generated file has this path"
    case .innerClass(let name):
      "'\(name.escapedForDisplay)' is a nested class and does not have a file of its own"
    case .missingSetting(let key): "'\(key)' is missing, which the class requires"
    case .badAppName(let name):
      "'\(name.escapedForDisplay)' is not a valid app name: "
        + "use up to 64 ASCII letters, digits, '-' and '_', starting with a letter"
    case .workflowExpression(let name):
      "the job cannot contain the name '\(name.escapedForDisplay)', because GitHub evaluates the expressions in a workflow"
    case .controlInWorkflow(let name):
      "the job cannot contain the name '\(name.escapedForDisplay)', because it has a line break or another control character"
    case .projectExists(let folder, let files):
      "'\(folder.escapedForDisplay)' already contains other files with these names: \(files.map(\.escapedForDisplay).joined(separator: ", "))"
    case .unusableTable(let path, let reason, _):
      "cannot register classes in '\(path.escapedForDisplay)': \(reason)"
    case .wouldReplace(let paths):
      paths.count == 1
        ? "\(paths.quotedForDisplay) already exists" : "\(paths.quotedForDisplay) already exist"
    }
  }

  public var remedy: Message? {
    switch self {
    case .badTemplateFile: "keep one file for each template, with text in UTF-8"
    case .unknownTemplate(_, let nearest):
      nearest.map { "did you mean '\($0)'? `eros templates list` prints all names" }
        ?? "`eros templates list` prints all names"
    case .unknownTemplateFile(_, let nearest?):
      "rename it to '\(nearest + TemplateSet.suffix)', or move it out of the folder"
    case .unknownTemplateFile(_, nil):
      "name it NAME\(TemplateSet.suffix) with a name of `eros templates list`, or move it out of the folder"
    case .noTemplates:
      "save the output of `eros templates show NAME` as NAME\(TemplateSet.suffix) in the folder"
    case .outputIsInput: "set another output path in 'generate'"
    case .unknownEntry: "declare it in the configuration; the class is generated from its entry"
    case .notOnPlatform(_, _, let platform):
      "add '\(platform.rawValue)' to its entry, or select the other platform with `--platform`"
    case .noSkeletonFolder(let platforms):
      "pass `\(platforms.map { "--\($0.rawValue)-folder DIR" as String }.joined(separator: " "))`, or set \(platforms.map { Message(verbatim: "'generate.\($0.rawValue).out'") }.joined(separator: " and "))"
    case .missingSetting: "add it to the configuration"
    case .wouldReplace:
      "move the file away, or exclude its platform with `--platform`"
    case .badAppName:
      "pass another name with `--name`; the display name is set in the native projects"
    case .workflowExpression, .controlInWorkflow:
      "rename it; for an existing project, `eros migrate --ci none` writes no job"
    case .unusableTable(_, _, let remedy): remedy
    case .projectExists: "choose another folder, or move the files away; nothing was written"
    case .folderOutside:
      "use a relative path without '..'; to write to another project, use `--output`"
    case .outsideProject: "set a folder inside the project in 'generate'; nothing was written"
    case .isFolder: "move the folder away, or set another path in 'generate'"
    case .innerClass: "write it manually, or declare a top-level class"
    }
  }

  public var exitStatus: ExitStatus {
    switch self {
    case .badTemplateFile, .unknownTemplateFile, .outputIsInput, .notOnPlatform, .innerClass,
      .missingSetting, .outsideProject, .unusableTable, .workflowExpression, .controlInWorkflow:
      .badData
    case .wouldReplace, .projectExists, .isFolder: .cannotCreate
    case .noSkeletonFolder, .folderOutside, .badAppName: .usage
    case .unknownTemplate, .unknownEntry, .noTemplates: .inputNotFound
    }
  }
}

extension EntryKind {
  /// The kind as the command line spells it.
  fileprivate var argument: Message { Message(key: row.skeleton?.argument ?? rawValue) }
}
