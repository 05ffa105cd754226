import ArgumentParser
import ErosCore

/// Everything that the manual says: the commands as they describe themselves, and what all share.
struct Manual {
  /// Commands under one heading.
  struct Group {
    let name: String
    let commands: [CommandDescription]
  }

  let root: CommandDescription
  let groups: [Group]
  let version = ErosCommand.configuration.version

  /// - Throws: `DecodingError` when the argument parser has changed what it says of commands.
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

  /// The commands that have a page of their own; those in a command are on its page.
  var pages: [CommandDescription] { [root] + groups.flatMap(\.commands) }

  /// A word and what it means.
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
