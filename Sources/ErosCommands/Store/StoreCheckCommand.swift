import ArgumentParser
import ErosCore
import ErosPublish
import ErosStore
import ErosTrust

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

struct StoreCheckCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "check",
    abstract: "Verify a store as devices do",
    discussion: """
      Verifies all signatures, reads every file that a device may install, and reports what expires soon. \
      A URL checks what a web server or a CDN delivers:

        $ eros store check https://releases.example.org/app --root root.json

      Ends with 1 if devices are affected.
      """)

  @Argument(help: "The store: a folder, s3://BUCKET/PREFIX, or a URL.")
  var store: StoreLocation

  @OptionGroup var trust: ReaderTrustOptions
  @OptionGroup var bucket: BucketOptions
  @OptionGroup var output: OutputOptions

  func run() throws {
    let command = self
    let check = try waitFor {
      try await command.bucket.withReader(of: command.store) { reader in
        let root = try await command.trust.root(of: reader, command.output)
        return try await StoreCheck.run(
          on: reader, pinnedRoot: root, now: Timestamp(Date()).milliseconds)
      }
    }
    try StoreCheckReport(check).print(as: output)
    guard check.isGood else { throw ExitCode(ErosCore.ExitStatus.checkFailed.rawValue) }
  }
}

private struct StoreCheckReport: Report {
  struct Problem: Encodable {
    let code: String
    let error: Bool
    let subject: String
    @OrNull var date: String?
  }

  struct Channel: Encodable {
    let name: String
    let newest: Int64
    let offered: [Int64]
  }

  let ok: Bool
  let rootVersion: Int64
  let timestampVersion: Int64
  let channels: [Channel]
  let objects: Int
  let bytes: UInt64
  let problems: [Problem]

  init(_ check: StoreCheck) throws {
    ok = check.isGood
    rootVersion = check.state.root.version
    timestampVersion = check.state.timestamp.version
    channels = try check.state.channels.map {
      let contents = try check.state.contents(of: $0)
      return Channel(
        name: "\($0)", newest: contents.newestNumber, offered: contents.releases.map(\.number))
    }
    objects = check.objectCount
    bytes = check.byteCount
    problems = check.problems.map {
      Problem(
        code: $0.code.rawValue, error: $0.isError, subject: $0.subject, date: $0.date?.utc)
    }
  }

  func text(_ style: TextStyle) -> String {
    var lines = problems.map { problem in
      let mark = problem.error ? style.failure("error") : style.warning("warning")
      return "\(mark): \(Self.sentence(problem))"
    }
    for channel in channels {
      let newest = channel.newest == 0 ? "no release yet" : "newest release \(channel.newest)"
      lines.append("\(channel.name): \(newest)")
    }
    lines.append(
      (ok ? style.success("devices can update") : style.failure("devices cannot update"))
        + ": \(Readable.count(objects, "file")) verified (\(Readable.size(bytes)))")
    return lines.joined(separator: "\n")
  }

  private static func sentence(_ problem: Problem) -> String {
    let subject = problem.subject.escapedForDisplay
    return switch StoreCheck.Problem.Code(rawValue: problem.code) {
    case .expired: "the metadata of '\(subject)' expired at \(problem.date ?? "")"
    case .expiresSoon: "the metadata of '\(subject)' expires at \(problem.date ?? "")"
    case .missing: "'\(subject)' is missing"
    case .damaged: "'\(subject)' is not the file that metadata names"
    case .removedBundle: "'\(subject)' was removed; its release cannot be published again"
    case .unsignedChannel, nil: "the channel '\(subject)' was never signed"
    }
  }
}
