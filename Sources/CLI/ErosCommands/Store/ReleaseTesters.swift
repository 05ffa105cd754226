import ArgumentParser
import ErosCore
import ErosFiles
import ErosPublish
import ErosStore
import ErosTrust

struct ReleaseTesters: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "testers",
    abstract: "Set the testers of a channel, who get each release in a rollout",
    discussion: """
      The file has one identifier on each line, such as an address or a random code. Empty lines and \
      lines that start with '#' are skipped. An app passes the identifier of its user to the library; \
      a device that finds it in the list gets releases outside its share of a rollout:

        $ eros release testers testers.txt --store store --channel my-app/production --keys keys
        $ eros publish build/bundle.zip --rollout testers --store store --channel my-app/production --keys keys

      The new list replaces the old one. The store gets salted hashes of the identifiers, and no \
      identifiers. A person who guesses an identifier can check the guess, so use random codes if nobody \
      may know who the testers are.
      """)

  private static let maximumFileLength: UInt64 = 4 << 20

  @Argument(help: "The file with the identifiers, at most 10,000.", completion: .file())
  var file: String?

  @Flag(help: "Remove the list of testers.")
  var remove = false

  @OptionGroup var options: ReleaseEditorOptions

  func validate() throws {
    guard remove == (file == nil) else {
      throw ValidationError(
        remove ? "--remove and a file exclude each other" : "pass a file or --remove")
    }
  }

  func run() throws {
    let testers = try file.map { try read($0) } ?? []
    let (access, channel) = try options.access()
    let release = try access.edit {
      try await $0.releases.setTesters(testers, in: channel)
    }
    try TestersReport(
      channel: "\(channel)", testers: testers.count, dryRun: options.editor.dryRun
    ).print(as: options.editor.output)
    guard testers.isEmpty, let release else { return }
    options.editor.output.warn(
      "no further device gets release \(release.number): its rollout is 0 %, and the channel does not have testers"
    )
  }

  private func read(_ path: String) throws -> Set<TesterID> {
    try Self.checkIsFile(path)
    let file = try ReadableFile(path)
    guard file.status.size <= Self.maximumFileLength else {
      throw CommandError.badTesters(path, reason: "larger than \(Self.maximumFileLength) bytes")
    }
    let bytes = try file.read(at: 0, count: Int(file.status.size))
    guard !UTF8Text.isWide(bytes) else {
      throw CommandError.badTesters(path, reason: "it is encoded as UTF-16 or UTF-32, not UTF-8")
    }
    let contents = bytes.dropFirst(UTF8Text.markLength(of: bytes))
    var testers: Set<TesterID> = []
    for (index, line) in contents.split(
      separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false
    ).enumerated() {
      guard let text = String(wellFormed: line) else {
        throw CommandError.badTesters(path, reason: "line \(index + 1) is not UTF-8")
      }
      let identifier = text.trimmed
      guard let first = identifier.utf8.first, first != UInt8(ascii: "#") else { continue }
      guard let tester = TesterID(identifier) else {
        throw CommandError.badTesters(path, reason: "line \(index + 1) is not an identifier")
      }
      testers.insert(tester)
      guard identifier.contains(",") else { continue }
      options.editor.output.warn(
        "line \(index + 1) of '\(path.escapedForDisplay)' has a comma, and is one identifier; write each identifier on its own line"
      )
    }
    guard 1...TesterList.maximumCount ~= testers.count else {
      throw CommandError.badTesters(path, reason: "it has \(testers.count) identifiers")
    }
    return testers
  }

  /// Checks that an argument is not a list of identifiers instead of a file.
  private static func checkIsFile(_ path: String) throws {
    guard path.contains(where: { $0 == "," || $0 == "@" }), try FileStatus.ifExists(path) == nil
    else { return }
    throw UsageError(
      "the file '\(path.escapedForDisplay)' does not exist",
      "write the identifiers into a file, one on each line, and pass the file")
  }
}

private struct TestersReport: Report {
  let channel: String
  /// The number of testers, or 0 if the list was removed.
  let testers: Int
  let dryRun: Bool

  func text(_ style: TextStyle) -> String {
    let count = testers == 0 ? "no testers" : Readable.count(testers, "tester")
    return "\(style.bold(channel)) \(dryRun ? "would have" : "has") \(count)"
  }
}
