import ErosCore

/// What is wrong with what a command was asked to do, beyond the form of its words.
enum CommandError: ErosError, Equatable {
  /// Neither an output folder nor a platform was named, and the configuration names none.
  case noOutput(config: String)
  /// The configuration names no folder for a platform.
  case noZipFolder(platform: String, config: String)
  /// The configuration's folder for a platform leads elsewhere.
  case badZipFolder(String, platform: String, config: String)
  /// The output would become part of the next bundle.
  case outputInsideSource(output: String, source: String)
  /// The output would replace one of the inputs.
  case outputIsInput(output: String)
  /// A word on the command line is not text.
  case notUTF8(String)
  /// The configuration names pages that the source folder lacks.
  case pagesMissing([String], source: String)
  /// A name of a release fits none in the sandbox, or more than one.
  case noSuchRelease(String, known: [String])
  /// A folder that should hold bundles holds none.
  case noBundles(folder: String)
  /// A folder is named where a bundle should be.
  case notPacked(folder: String)
  /// Patches from two bundles would have the same name.
  case samePatch(String, String, name: String)
  /// A token is not that of the trial that is under way.
  case staleToken(sandbox: String)
  /// The configuration has no section for routes.
  case noRoutes(config: String)
  /// A description would be replaced.
  case descriptionExists(String)
  /// An environment variable does not hold what it should.
  case badEnvironment(name: String, value: String)

  var problem: String {
    switch self {
    case .noOutput(let config):
      "nothing says where the bundle goes: '\(config.escapedForDisplay)' has no 'zipFolder', and there is no `--output`"
    case .noZipFolder(let platform, let config):
      "'\(config.escapedForDisplay)' has no 'zipFolder.\(platform)', where the bundle would go"
    case .badZipFolder(let folder, let platform, let config):
      "'zipFolder.\(platform)' in '\(config.escapedForDisplay)' is '\(folder.escapedForDisplay)', which is no place below 'platforms'"
    case .outputInsideSource(let output, let source):
      "the output '\(output.escapedForDisplay)' lies inside the source folder '\(source.escapedForDisplay)'"
    case .outputIsInput(let output):
      "the output '\(output.escapedForDisplay)' is one of the inputs, which would be lost"
    case .notUTF8(let word):
      "'\(word.escapedForDisplay)' is not UTF-8, and so no name that can be kept as it is"
    case .pagesMissing(let pages, let source):
      pages.count == 1
        ? "\(pages[0]) is not in '\(source.escapedForDisplay)'"
        : (["the configuration names pages that are not in '\(source.escapedForDisplay)':"]
          + pages.map { "  " + $0 })
          .joined(separator: "\n")
    case .noSuchRelease(let name, let known):
      "'\(name.escapedForDisplay)' names no single release of the sandbox, which holds "
        + (known.isEmpty ? "none" : known.joined(separator: ", "))
    case .noBundles(let folder):
      "there is no other bundle in '\(folder.escapedForDisplay)': no file right in it ends with '.zip'"
    case .notPacked(let folder):
      "'\(folder.escapedForDisplay)' is a folder, and updates are made from one bundle to another"
    case .samePatch(let first, let second, let name):
      "'\(first.escapedForDisplay)' and '\(second.escapedForDisplay)' have the same jsVersion: the patches from both would be called '\(name)'"
    case .staleToken(let sandbox):
      "the token is not that of the current trial in '\(sandbox.escapedForDisplay)'; nothing was changed"
    case .noRoutes(let config): "'\(config.escapedForDisplay)' has no section 'routes'"
    case .descriptionExists(let path): "'\(path.escapedForDisplay)' is there already"
    case .badEnvironment(let name, let value):
      "the environment variable \(name) is '\(value.escapedForDisplay)', which is no number of seconds"
    }
  }

  var remedy: String? {
    switch self {
    case .noOutput: "pass `--output DIR`, or add 'zipFolder' to the configuration"
    case .noZipFolder(let platform, _):
      "add 'zipFolder.\(platform)', or pass `--output DIR` instead of `--platform`"
    case .badZipFolder: "write a path that starts with '/' and has no '..'"
    case .outputInsideSource: "choose an output folder outside the source folder"
    case .outputIsInput: "choose another name for the output"
    case .notUTF8(let word):
      word.contains("/")
        ? "rename the file, or go to its folder and use a relative path" : "choose another name"
    case .pagesMissing: "build the pages first, or correct the paths in the configuration"
    case .noSuchRelease: "give at least six digits of its name, or `previous` or `embedded`"
    case .noBundles:
      "name a folder that holds the zips of earlier releases; folders below it are not looked at"
    case .notPacked(let folder): "pack it first: `eros pack \(folder.shellQuoted)`"
    case .samePatch: "take one of them out of the folder; clients cannot ask for both"
    case .staleToken(let sandbox):
      "see what is on trial with `eros status --sandbox \(sandbox.shellQuoted)`"
    case .noRoutes: "name the routes with `--map FILE` instead"
    case .descriptionExists: "choose another folder, or pass `--force` to replace it"
    case .badEnvironment(let name, _): "unset \(name), or pass `--timestamp`"
    }
  }

  var exitStatus: ExitStatus {
    switch self {
    case .staleToken: .checkFailed
    case .noSuchRelease, .noBundles, .notPacked: .inputNotFound
    case .noOutput, .badEnvironment, .notUTF8: .usage
    case .outputInsideSource, .outputIsInput, .descriptionExists: .cannotCreate
    case .noZipFolder, .badZipFolder, .pagesMissing, .noRoutes, .samePatch: .badData
    }
  }
}
