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
      "When bundles and route maps are built, in seconds since 1970, unless --timestamp says so."
    ),
    ("NO_COLOR", "When it is set and not empty, --color auto means never."),
    ("TERM", "When it is 'dumb', --color auto means never."),
    ("COLUMNS", "The width of help texts."),
    ("PATH", "Where `git` is looked for, by `eros check --base`."),
    ("HOME", "What '~' stands for when a shell completes the releases of a sandbox."),
  ]

  static let files: [Entry] = [
    ("eros.native.json", "The app's configuration, in the project's folder."),
    ("config/eros.native.js", "The same in projects of the old tools."),
    ("dist", "The built pages, beside the configuration."),
    ("platforms", "The native projects, below which 'zipFolder' of the configuration lies."),
    ("bundle.zip, bundle.config, version.json", "What `eros pack` writes."),
    ("routes.json", "What `eros routes build` writes beside the pages."),
    ("eros.registry.json", "The list of what `eros generate` has written."),
    (
      "eros.registry.lock.json",
      "What the app offered at its releases, for `eros generate --check`."
    ),
  ]
}
