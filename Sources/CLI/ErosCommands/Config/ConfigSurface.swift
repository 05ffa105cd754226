import ArgumentParser
import ErosConfig
import ErosCore
import ErosFiles
import ErosRegistry

struct ConfigSurface: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "surface",
    abstract: "Print the part of the native side that JavaScript observes",
    discussion: """
      Prints the surface of a platform as JSON. Without the newline at the end, its SHA-256 digest is the \
      fingerprint in the manifest of `eros generate`:

        $ eros config surface ios
      """)

  @Argument(help: "The platform.")
  var platform: Platform

  @OptionGroup var project: ProjectOptions

  @OptionGroup var options: FindingOptions

  func run() throws {
    let project = try project.find(options.output)
    let parsed = try ParsedRegistry.read(project)
    let registry = try CheckOutcome("eros config surface", of: parsed, by: FindingPolicy())
      .registry(of: parsed, in: project, as: options)
    guard !options.output.quiet else { return }
    // The hashed bytes and a newline.
    let surface = registry.surface(on: platform)
    try StandardStream.output.write(surface.canonicalText + [UInt8(ascii: "\n")])
  }
}
