import ArgumentParser

struct ConfigCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "config",
    abstract: "Show, check and convert an app's native configuration",
    discussion: """
      The configuration is read as plain JSON, as an old project's module (`module.exports = { … }`, \
      of which only literals are read) or in the encrypted form that apps ship:

        $ eros config show config/eros.native.js
      """,
    subcommands: [ConfigShow.self, ConfigValidate.self, ConfigEncrypt.self, ConfigDecrypt.self])
}
