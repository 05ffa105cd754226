import ArgumentParser
import ErosCore
import ErosDevice

struct RollbackCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "rollback",
    abstract: "Roll back to a confirmed release",
    discussion: """
      Verifies the release and makes it active:

        $ eros rollback --sandbox sandbox
        $ eros rollback --sandbox sandbox --to embedded

      A second rollback selects an older release, never a newer one. --to selects any kept confirmed \
      release or the embedded one. A release on trial is blocked; a pending release stays pending.
      """)

  @OptionGroup var sandboxOptions: SandboxOptions

  @Option(
    help: "The release: previous, embedded, or at least six digits of its name.",
    completion: .release)
  var to = "previous"

  @OptionGroup var output: OutputOptions

  func run() throws {
    let device = sandboxOptions.device()
    let (release, previous) = try device.rollBack(to: target(on: device))
    try RollbackReport(release: release, previous: previous).print(as: output)
  }

  private func target(on device: Device) throws -> RollbackTarget {
    switch to {
    case "previous": return .previous
    case "embedded": return .embedded
    default:
      // After a loss of the state, only the sandbox itself lists its releases.
      if let tree = TreeHash(to) { return .release(tree) }
      let references = try device.status().state?.references.sorted() ?? []
      guard let tree = references.only(startingWith: to) else {
        throw CommandError.noSuchRelease(to, known: references.map(\.description))
      }
      return .release(tree)
    }
  }
}

private struct RollbackReport: Report {
  let release: String
  let previous: String?
  private let isUnknown: Bool

  private enum CodingKeys: String, CodingKey {
    case release, previous
  }

  init(release: TreeHash, previous: TreeHash?) {
    self.release = release.description
    self.previous = previous == release ? nil : previous?.description
    isUnknown = previous == nil
  }

  func text(_ style: TextStyle) -> String {
    var table = TextTable()
    table.add("release", style.bold(style.hash(release)))
    table.add(
      "previous",
      previous.map(style.hash)
        ?? (isUnknown
          ? "unknown: the state was lost" : "unchanged: this release was already active"))
    return table.text
  }
}
