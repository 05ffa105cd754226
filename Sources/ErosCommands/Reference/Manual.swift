import ArgumentParser
import ErosCore

/// The contents of the manual: the help of all commands and their common sections.
struct Manual {
  /// A group of commands under one heading.
  struct Group {
    let name: String
    let commands: [CommandDescription]
  }

  let root: CommandDescription
  let groups: [Group]
  let version = ErosCommand.configuration.version

  /// - Throws: `DecodingError` if the argument parser's format has changed.
  init() throws {
    let root = try CommandDescription(of: ErosCommand.self)
    self.root = root
    groups = ErosCommand.configuration.groupedSubcommands.map { group in
      let names = group.subcommands.compactMap { $0.configuration.commandName }
      return Group(
        name: group.name,
        commands: root.shownSubcommands.filter { names.contains($0.commandName) })
    }.filter { !$0.commands.isEmpty }
  }

  /// The commands with their own page, which includes their subcommands.
  var pages: [CommandDescription] { [root] + groups.flatMap(\.commands) }

  /// A term and its definition.
  typealias Entry = (name: String, text: String)

  static let exitStatuses: [Entry] = ExitStatus.allCases.map {
    (String($0.rawValue), $0.meaning)
  }

  static let environment: [Entry] = [
    (
      "SOURCE_DATE_EPOCH",
      "The build time of bundles and route maps in seconds since 1970, unless --timestamp sets it."
    ),
    ("NO_COLOR", "If not empty, --color auto means never."),
    ("TERM", "If 'dumb', --color auto means never."),
    ("COLUMNS", "The width of help texts."),
    ("PATH", "The folders that contain `git`, which `eros check --base` runs."),
    ("HOME", "The folder that replaces '~' in completions of releases."),
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
