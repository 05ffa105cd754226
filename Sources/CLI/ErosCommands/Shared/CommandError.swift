import ErosBundle
import ErosCore

/// An error in a command's inputs, beyond the syntax of its arguments.
enum CommandError: ErosError, Equatable {
  /// Neither the options nor the configuration name an output folder.
  case noOutput(config: String)
  /// The configuration names no folder for the platform.
  case noZipFolder(platform: String, config: String)
  /// The configuration's folder for a platform is outside the native projects.
  case badZipFolder(String, platform: String, config: String)
  case outputInsideSource(output: String, source: String)
  case archiveInsideStore(archive: String, store: String)
  case keysInsideStore(keys: String, store: String)
  case outputIsStore(String)
  case outputIsInput(output: String)
  /// The output would be read as the configuration of the project, instead of its own one.
  case outputHidesConfig(output: String, config: String)
  case notUTF8(String)
  case pagesNotBuilt(String)
  /// The configuration names pages that the source lacks.
  case pagesMissing([Message], source: String)
  /// No release in the sandbox has this name, or several have.
  case noSuchRelease(String, known: [String])
  /// No blocked release in the sandbox has this name, or several have.
  case notBlocked(String, sandbox: String, blocked: [String])
  case noBundles(folder: String)
  case isPatch(String, UpdateFormat)
  case isManifest(String)
  case noBundle(folder: String, isProject: Bool)
  /// Patches from two bundles would have the same name.
  case samePatch(String, String, name: String)
  /// The token does not belong to the current trial.
  case staleToken(sandbox: String)
  case noRoutes(config: String)
  case descriptionExists(String)
  /// The root metadata belongs to another store.
  case otherRoot(String)
  case notRoot(String, option: String, reason: Message)
  /// The root metadata in the file and in the store differ.
  case wrongRoot(String, option: String, store: String)
  /// A file with notes in several languages is invalid.
  case badNotes(String, reason: Message)
  case badTesters(String, reason: Message)
  /// A built site is incomplete or damaged.
  case siteNotVerified(String, Message)
  /// A store at a URL cannot be changed.
  case readOnlyStore(String)
  case publicKeyCannotSign(String)
  /// The channel's history has fewer pages.
  case noPage(Int)
  /// An app's new version is lower than the one in its files.
  case lowersVersion(Platform, to: String)
  /// Another program listens on the port.
  case portInUse(UInt16)
  case badEnvironment(name: String, value: String)

  var problem: Message {
    switch self {
    case .noOutput(let config):
      "no output folder: '\(config.escapedForDisplay)' does not have 'zipFolder', and `--output` is not set"
    case .noZipFolder(let platform, let config):
      "'\(config.escapedForDisplay)' does not have 'zipFolder.\(platform)'"
    case .badZipFolder(let folder, let platform, let config):
      "'zipFolder.\(platform)' in '\(config.escapedForDisplay)' is '\(folder.escapedForDisplay)', which is outside 'platforms'"
    case .outputInsideSource(let output, let source):
      "the output '\(output.escapedForDisplay)' is inside the source folder '\(source.escapedForDisplay)'"
    case .archiveInsideStore(let archive, let store):
      "the archive of source maps '\(archive.escapedForDisplay)' is inside the store '\(store.escapedForDisplay)', whose files are public"
    case .keysInsideStore(let keys, let store):
      "the folder of the keys '\(keys.escapedForDisplay)' is inside the store '\(store.escapedForDisplay)', whose files are public"
    case .outputIsStore(let output):
      "the output '\(output.escapedForDisplay)' is a release store, whose files are public"
    case .outputHidesConfig(let output, let config):
      "the output '\(output.escapedForDisplay)' would be read as the configuration of the project, instead of '\(config.escapedForDisplay)'"
    case .outputIsInput(let output):
      "the output '\(output.escapedForDisplay)' is one of the inputs, which would be overwritten"
    case .notUTF8(let word):
      "'\(word.escapedForDisplay)' is not UTF-8"
    case .pagesNotBuilt(let folder):
      "the folder of built pages '\(folder.escapedForDisplay)' does not exist"
    case .pagesMissing(let pages, let source):
      pages.count == 1
        ? "\(pages[0]) is not in '\(source.escapedForDisplay)'"
        : "the configuration names pages that are not in '\(source.escapedForDisplay)':\n\(pages.map { "  \($0)" as Message }.joined(separator: "\n"))"
    case .noSuchRelease(let name, let releases):
      releases.isEmpty
        ? "'\(name.escapedForDisplay)' does not identify a release of the sandbox; it has no release"
        : "'\(name.escapedForDisplay)' does not identify a release of the sandbox; its releases are \(releases.joined(separator: ", "))"
    case .notBlocked(let name, _, let blocked):
      blocked.isEmpty
        ? "'\(name.escapedForDisplay)' does not identify a blocked release of the sandbox; it has no blocked release"
        : "'\(name.escapedForDisplay)' does not identify a blocked release of the sandbox; the blocked releases are \(blocked.joined(separator: ", "))"
    case .noBundles(let folder):
      "no other bundle found in '\(folder.escapedForDisplay)': it does not contain a file with the suffix '.zip'"
    case .isPatch(let path, let format):
      format == .delta
        ? "'\(path.escapedForDisplay)' is a content delta, not a bundle"
        : "'\(path.escapedForDisplay)' is a BSDIFF40 patch, not a bundle"
    case .isManifest(let path):
      "'\(path.escapedForDisplay)' is the manifest of a bundle, not a bundle"
    case .noBundle(let folder, _):
      "the folder '\(folder.escapedForDisplay)' does not contain a file 'bundle.zip'"
    case .samePatch(let first, let second, let name):
      "'\(first.escapedForDisplay)' and '\(second.escapedForDisplay)' have the same jsVersion: both patches would have the name '\(name)'"
    case .staleToken(let sandbox):
      "the token is not that of the current trial in '\(sandbox.escapedForDisplay)'; nothing was changed"
    case .noRoutes(let config): "'\(config.escapedForDisplay)' does not have a section 'routes'"
    case .descriptionExists(let path): "'\(path.escapedForDisplay)' already exists"
    case .otherRoot(let path):
      "'\(path.escapedForDisplay)' is the root metadata of another store"
    case .notRoot(let path, let option, let reason):
      "'\(path.escapedForDisplay)' of \(option) is not root metadata: \(reason)"
    case .wrongRoot(let path, let option, let store):
      "'\(path.escapedForDisplay)' of \(option) is not the root metadata of the store '\(store.escapedForDisplay)'"
    case .badNotes(let path, let reason):
      "'\(path.escapedForDisplay)' is not a notes file: \(reason)"
    case .badTesters(let path, let reason):
      "'\(path.escapedForDisplay)' is not a list of testers: \(reason)"
    case .siteNotVerified(let site, let reason):
      "'\(site.escapedForDisplay)' is not a complete site: \(reason)"
    case .readOnlyStore(let location):
      "the store '\(location.escapedForDisplay)' is read over HTTP, and cannot be changed"
    case .publicKeyCannotSign(let key):
      "'\(key.escapedForDisplay)' is a public key, which cannot sign"
    case .noPage(let page): "the history does not have a page \(page)"
    case .lowersVersion(let platform, let version):
      "the \(platform.displayName) app has a higher version than \(version.escapedForDisplay); app stores reject lower versions"
    case .portInUse(let port): "another program uses port \(port)"
    case .badEnvironment(let name, let value):
      "the environment variable \(name) is '\(value.escapedForDisplay)', which is not a number of seconds"
    }
  }

  var remedy: Message? {
    switch self {
    case .noOutput: "pass `--output DIR`, or add 'zipFolder' to the configuration"
    case .noZipFolder(let platform, _):
      "add 'zipFolder.\(platform)', or pass `--output DIR` instead of `--platform`"
    case .badZipFolder: "use a path that starts with '/' and does not contain '..'"
    case .outputInsideSource: "choose an output folder outside the source folder"
    case .archiveInsideStore: "choose a folder outside the store that only you can read"
    case .keysInsideStore: "choose a folder outside the store that only you can read"
    case .outputIsStore: "choose another folder; `eros publish` puts the bundle into the store"
    case .outputHidesConfig: "choose another folder for the output, such as `build`"
    case .outputIsInput: "choose another name or folder for the output"
    case .notUTF8(let word):
      word.contains("/")
        ? "rename the file, or change to its folder and use a relative path" : "choose another name"
    case .pagesNotBuilt: "build the pages first, or pass their folder"
    case .pagesMissing: "build the pages first, or correct the paths in the configuration"
    case .noSuchRelease: "pass at least six digits of its name, or `previous` or `embedded`"
    case .notBlocked(_, let sandbox, _):
      "pass at least six digits of its name, as `eros status --sandbox \(sandbox.shellQuoted)` lists it, or `--all`"
    case .noBundles:
      "pass the folder with the zips of earlier releases; subfolders are not searched"
    case .isPatch(let path, _):
      "apply it with `eros patch OLD.zip \(path.shellQuoted) --output NEW.zip`, then verify the result"
    case .isManifest(let path):
      "pass the zip, and compare the manifest with it: `eros verify BUNDLE.zip --manifest \(path.shellQuoted)`"
    case .noBundle(let folder, isProject: true):
      "pack it first: `eros pack --config \(folder.shellQuoted) --output DIR`"
    case .noBundle(let folder, isProject: false):
      "if it contains built pages, pack it first: `eros pack \(folder.shellQuoted) --output DIR`"
    case .samePatch: "remove one of them from the folder; clients request only one name"
    case .staleToken(let sandbox):
      "omit --token to confirm the current trial, which `eros status --sandbox \(sandbox.shellQuoted)` shows"
    case .noRoutes: "pass the routes with `--map FILE`"
    case .descriptionExists: "choose another folder, or pass `--force` to replace it"
    case .otherRoot:
      "create the store with keys of its own, in another folder; if the other store no longer exists, remove the file"
    case .notRoot: "pass the file root.json that `eros store init` has written"
    case .wrongRoot:
      "pass the root.json that `eros store init` wrote for this store with --root; if it is this file, the root metadata in the store was replaced"
    case .badNotes:
      #"write an object with a text for each language tag, such as `{"en": "Fixes", "zh-Hans": "修复"}`"#
    case .badTesters:
      "write one identifier of at most 256 bytes on each line, at most 10,000; `--remove` removes the list"
    case .siteNotVerified: "build it again with `eros routes build`"
    case .readOnlyStore: "pass the folder or the bucket that the server delivers"
    case .publicKeyCannotSign: "pass the private key, or a command that signs with --signer"
    case .noPage: "pass a lower number"
    case .lowersVersion: "pass a higher version, or `--force`"
    case .portInUse: "pass another port with `--port`; `--port 0` takes any free port"
    case .badEnvironment(let name, _): "unset \(name), or pass `--timestamp`"
    }
  }

  var exitStatus: ExitStatus {
    switch self {
    case .staleToken: .checkFailed
    case .pagesNotBuilt, .noSuchRelease, .notBlocked, .noBundle, .noBundles, .noPage: .inputNotFound
    case .readOnlyStore, .publicKeyCannotSign, .noOutput, .badEnvironment, .notUTF8: .usage
    case .outputInsideSource, .archiveInsideStore, .keysInsideStore, .outputIsStore,
      .outputIsInput, .outputHidesConfig, .descriptionExists, .otherRoot,
      .portInUse:
      .cannotCreate
    case .noZipFolder, .badZipFolder, .pagesMissing, .noRoutes, .samePatch, .siteNotVerified,
      .badNotes, .badTesters, .notRoot, .wrongRoot, .isPatch, .isManifest,
      .lowersVersion:
      .badData
    }
  }
}
