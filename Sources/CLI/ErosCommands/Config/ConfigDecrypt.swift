import ArgumentParser
import ErosConfig
import ErosCore

struct ConfigDecrypt: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "decrypt",
    abstract: "Write a shipped configuration as plain JSON",
    discussion: """
      Keeps all keys in their order:

        $ eros config decrypt platforms/ios/App/App/eros.native.json
      """)

  @OptionGroup var input: ConfigInput
  @OptionGroup var target: ConfigOutput
  @OptionGroup var output: OutputOptions

  func validate() throws {
    try target.validate(with: output)
  }

  func run() throws {
    let project = try input.find(output)
    let config = try project.config
    guard config.form == .encrypted else {
      throw ConfigError(file: config.file, position: .start, kind: .notEncrypted)
    }
    try target.write(config.plainText(), from: project.configPath, as: output)
  }
}
