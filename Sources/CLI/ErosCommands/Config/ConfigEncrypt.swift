import ArgumentParser
import ErosConfig

struct ConfigEncrypt: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "encrypt",
    abstract: "Write the configuration in the encrypted form that apps ship",
    discussion: """
      The clients accept only the encrypted form. It does not protect secrets: the key is public, the \
      same in every Eros app, and `eros config decrypt` uses it. Keep secrets out of the configuration.

      Omits the addresses of a developer (ip, url.jsServer, url.socketServer, url.debugServer). With \
      --dev-server, the app loads its pages from that server:

        $ eros config encrypt --dev-server http://192.0.2.1:8889 --output shipped.json
      """)

  @OptionGroup var input: ConfigInput
  @OptionGroup var target: ConfigOutput

  @OptionGroup var development: DevelopmentServerOption

  @OptionGroup var output: OutputOptions

  func validate() throws {
    try target.validate(with: output)
  }

  func run() throws {
    let project = try input.find(output)
    let bytes = try project.config.shippedCopy(devServer: development.devServer)
    try target.write(bytes, from: project.configPath, as: output)
  }
}
