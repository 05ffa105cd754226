import ArgumentParser
import ErosConfig

struct ConfigEncrypt: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "encrypt",
    abstract: "Write the configuration as apps ship it",
    discussion: """
      This hides nothing. The key is fixed and public, the same in every Eros app, and anybody reads \
      the result with `eros config decrypt`. The clients accept no other form; that is the only \
      reason for it. Keep secrets out of the configuration.

      A developer's addresses (ip, url.jsServer, url.socketServer, url.debugServer) are left out. \
      With --dev-server the app loads its pages from that server instead:

        $ eros config encrypt --dev-server http://192.0.2.1:8889 --output shipped.json
      """)

  @OptionGroup var input: ConfigInput
  @OptionGroup var target: ConfigOutput

  @Option(help: "Let the app load its pages from this server, such as http://192.0.2.1:8889.")
  var devServer: DevelopmentServer?

  @OptionGroup var output: OutputOptions

  func validate() throws {
    try target.validate(with: output)
  }

  func run() throws {
    let bytes = try input.read().shippedCopy(devServer: devServer)
    try target.write(bytes, as: output)
  }
}
