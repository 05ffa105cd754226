import ArgumentParser

struct ConfigCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "config",
    abstract: "Show, validate and convert an app's native configuration",
    discussion: """
      Reads plain JSON, the module of an old project (`module.exports = { … }`, literals only) and the \
      encrypted form that apps ship:

        $ eros config show config/eros.native.js
      """,
    subcommands: [
      ConfigShow.self, ConfigValidate.self, ConfigEncrypt.self, ConfigDecrypt.self,
      ConfigSchema.self, ConfigSurface.self,
    ])
}
