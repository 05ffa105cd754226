import ArgumentParser
import ErosCore
import ErosFiles
import ErosHTTP
import ErosTransport
import ErosTrust

/// A TUF client with the command line that the TUF project's conformance suite expects.
///
/// It exits with 0 or 1, as the suite requires.
@main
struct TUFClient: AsyncParsableCommand {
  enum Action: String, ExpressibleByArgument, CaseIterable {
    case `init`, refresh, download
  }

  static let configuration = CommandConfiguration(
    commandName: "tuf-client",
    abstract: "Update TUF metadata and download targets, for conformance tests",
    usage: """
      tuf-client --metadata-dir <dir> init <root>
      tuf-client --metadata-dir <dir> --metadata-url <url> refresh
      tuf-client --metadata-dir <dir> --metadata-url <url> --target-name <path> ... \
      --target-base-url <url> --target-dir <dir> download
      """)

  @Option(help: "The folder of the trusted metadata.")
  var metadataDir: String

  @Option(help: "The URL of the repository's metadata folder.")
  var metadataURL: String?

  @Option(help: "The path of a target to download; can be repeated.")
  var targetName: [String] = []

  @Option(help: "The URL of the repository's targets folder.")
  var targetBaseURL: String?

  @Option(help: "The folder of the downloaded targets.")
  var targetDir: String?

  @Argument(help: "The action.")
  var action: Action

  @Argument(help: "The file of the first trusted root metadata, for 'init'.")
  var root: String?

  static func main() async {
    do {
      var command = try parseAsRoot()
      if var command = command as? TUFClient {
        try await command.run()
      } else {
        try command.run()
      }
    } catch let error as any ErosError {
      fail("error: \(error.problem)" + (error.remedy.map { "\nhint: \($0)" } ?? ""))
    } catch {
      guard exitCode(for: error) == .success else { fail(fullMessage(for: error)) }
      exit(withError: error)
    }
  }

  func validate() throws {
    func require(_ value: String?, _ name: String) throws {
      if value == nil { throw ValidationError("'\(action)' needs \(name)") }
    }
    switch action {
    case .`init`: try require(root, "the file of the root metadata")
    case .refresh: try require(metadataURL, "--metadata-url")
    case .download:
      try require(metadataURL, "--metadata-url")
      try require(targetBaseURL, "--target-base-url")
      try require(targetDir, "--target-dir")
      try require(targetName.first, "--target-name")
    }
  }

  mutating func run() async throws {
    let folder = try TrustFolder(metadataDir)
    if action == .`init`, let root {
      let file = try ReadableFile(root)
      let bytes = try file.read(at: 0, count: Int(file.status.size))
      try folder.apply(.store(file: TopLevelRole.root.file, bytes))
      return
    }
    let metadataURL = try WebAddress(metadataURL ?? "")
    let now = Timestamp.now().milliseconds
    try await HTTPTransport.with { transport in
      var client = try Client(
        folder: folder, metadata: Repository(address: metadataURL, transport: transport), now: now)
      try await client.refresh()
      guard action == .download, let targetBaseURL, let targetDir else { return }
      let targets = Repository(address: try WebAddress(targetBaseURL), transport: transport)
      for name in targetName { try await client.download(name, from: targets, to: targetDir) }
    }
  }

  private static func fail(_ message: String) -> Never {
    try? StandardStream.error.write(Array((message + "\n").utf8))
    exit(withError: ExitCode.failure)
  }
}
