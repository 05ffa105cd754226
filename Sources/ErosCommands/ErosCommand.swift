public import ArgumentParser

/// The root of the command line.
public struct ErosCommand: AsyncParsableCommand {
  public static let configuration = CommandConfiguration(
    commandName: "eros",
    abstract: "Pack, prove, install and update the JavaScript bundles of hybrid apps",
    version: "0.1.0",
    subcommands: [ConfigCommand.self])

  public init() {}

  /// Runs the command that the process's arguments name, and ends the process.
  public static func main() async {
    await main(nil)
  }
}
