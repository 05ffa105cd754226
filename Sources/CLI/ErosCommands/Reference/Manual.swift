import ArgumentParser
import ErosCore
import ErosStore
import ErosTrust

/// The manual's contents: the help of all commands and their common sections.
struct Manual {
  let root: CommandDescription
  let groups: [CommandDescription.Group]
  let environment: [Entry]
  let files: [Entry]
  let version = ErosCommand.configuration.version

  /// - Throws: `DecodingError` if the argument parser's format has changed.
  init() throws {
    root = try CommandDescription.ofTool()
    groups = root.shownGroups
    environment = Self.environment
    files = Self.files
  }

  /// Creates the manual for `eros-server` from what it prints for `--experimental-dump-help`.
  ///
  /// - Throws: `DecodingError` if the argument parser's format has changed.
  init(serverDump: [UInt8]) throws {
    root = try CommandDescription(dump: serverDump)
    groups = []
    environment = Self.environment.filter {
      $0.name.hasPrefix("AWS_") || $0.name == KeyPassphrase.variable
    }
    files = []
  }

  /// The commands in groups.
  ///
  /// Each has its own section in the reference.
  var sections: [CommandDescription] { groups.flatMap(\.commands) }

  /// The commands with their own manual page: all of them.
  var pages: [CommandDescription] { [root] + sections.flatMap(\.withSubcommands) }

  typealias Entry = (name: String, text: String)

  static let exitStatuses: [Entry] =
    ExitStatus.allCases.map { (String($0.rawValue), $0.meaning) } + [
      ("128 + N", "stopped by the signal N, for example 130 after Ctrl-C; also in the JSON")
    ]

  static let environment: [Entry] = [
    (
      "SOURCE_DATE_EPOCH",
      "The build time of bundles and route maps in seconds since 1970, unless --timestamp sets it."
    ),
    ("NO_COLOR", "If not empty, --color auto means never."),
    (
      "FORCE_COLOR", "If neither empty nor 0, --color auto means always, unless NO_COLOR is set."
    ),
    (
      "PAGER",
      "The program that shows help longer than the terminal (default: `less`); empty for none."
    ),
    ("GITHUB_STEP_SUMMARY", "The file that gets a summary with --format github."),
    ("LESS", "The options of `less`, if it shows help (default: FRX)."),
    ("TERM", "If 'dumb', --color auto means never."),
    ("COLUMNS", "The width of help texts, at most 100."),
    ("PATH", "The folders that contain `git`, which `eros check --base` runs."),
    (
      "HOME",
      "The folder that replaces '~' in completions of releases, and that contains '.aws'."
    ),
    ("TMPDIR", "The folder for bundles that commands pack or download for a short time."),
    ("EROS_KEY_PASSPHRASE", "The passphrase of encrypted keys."),
    ("EROS_STORE", "The store of commands that are called without one."),
    ("EROS_KEYS", "The folder of keys of commands that are called without `--keys`."),
    ("HTTPS_PROXY", "The URL of the proxy for `https` URLs, also in lowercase; empty for none."),
    ("ALL_PROXY", "The URL of the proxy, if HTTPS_PROXY is not set; also in lowercase."),
    ("NO_PROXY", "The hosts that are reached without the proxy, also in lowercase."),
    ("AWS_ACCESS_KEY_ID", "The ID of the access key for a store in a bucket."),
    ("AWS_SECRET_ACCESS_KEY", "The secret of the access key."),
    ("AWS_SESSION_TOKEN", "The token of a temporary access key."),
    ("AWS_PROFILE", "The profile in the files of AWS tools, unless --profile sets it."),
    ("AWS_REGION", "The region of the bucket, unless --region sets it."),
    ("AWS_DEFAULT_REGION", "The region, if AWS_REGION is not set."),
    ("AWS_ENDPOINT_URL_S3", "The URL of an S3-compatible store, unless --endpoint sets it."),
    ("AWS_ENDPOINT_URL", "The URL, if AWS_ENDPOINT_URL_S3 is not set."),
    (
      "AWS_SHARED_CREDENTIALS_FILE",
      "The file of access keys; the default is '~/.aws/credentials'."
    ),
    ("AWS_CONFIG_FILE", "The file of profiles; the default is '~/.aws/config'."),
    ("AWS_CONTAINER_CREDENTIALS_FULL_URI", "The URL that --container-credentials reads."),
    ("AWS_CONTAINER_CREDENTIALS_RELATIVE_URI", "The path that --container-credentials reads."),
    ("AWS_CONTAINER_AUTHORIZATION_TOKEN", "The token for that URL."),
    ("AWS_CONTAINER_AUTHORIZATION_TOKEN_FILE", "The file with the token for that URL."),
  ]

  static let files: [Entry] = [
    ("eros.native.json", "The configuration of the app, in the folder of the project."),
    ("config/eros.native.js", "The configuration of a project of the old Eros tools."),
    ("dist", "The built pages, next to the configuration."),
    (
      "platforms",
      "The native projects; 'zipFolder' in the configuration is relative to this folder."
    ),
    ("bundle.zip, bundle.config, version.json", "The output of `eros pack`."),
    ("routes.json", "The route map that `eros routes build` writes next to the pages."),
    ("eros.registry.json", "The manifest of the files that `eros generate` wrote."),
    (
      "eros.registry.lock.json",
      "The surfaces of released versions, for `eros generate --check`."
    ),
  ]
}
