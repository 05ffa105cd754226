import ArgumentParser
import ErosCommandLine
import ErosCore
import ErosFiles
import ErosPublish
import ErosStore
import ErosTrust

struct StoreCheckCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "check",
    abstract: "Verify a store as devices do",
    discussion: """
      Verifies all signatures, reads every file that a device may install, and reports what is missing, \
      damaged or expires soon. A URL checks what a web server or a CDN delivers, and whether it keeps the timestamp:

        $ eros store check --store https://releases.example.org/app --root root.json

      Exits with 1 if devices are affected, with 69 if the store is out of reach, and with 66 if the \
      location is not a store. With --quiet, only errors are printed, on standard error.
      """)

  @OptionGroup var selection: StoreSelection
  @OptionGroup var reader: StoreReaderOptions
  @OptionGroup var options: FindingOptions

  func run() throws {
    let access = try reader.access(to: selection.selected(), options.output)
    let check = try access.read { reader, root in
      try await StoreCheck.run(on: reader, pinnedRoot: root, now: Timestamp.now().milliseconds)
    }.naming(access.advised)
    if options.output.quiet { options.log(check.findings) }
    options.output.explainPlaceholders(in: check.findings.remedies)
    var outcome = CheckOutcome("eros store check", codes: StoreFindingCode.allCases)
    outcome.add(check.findings)
    if check.unreferenced == nil {
      outcome.unchecked[StoreFindingCode.objectsUnreferenced.rawValue] =
        "the objects of a web server are not listed"
    }
    try outcome.finish(CheckedStore(check), as: options)
  }
}

private struct CheckedStore: FindingDetails {
  struct Channel: Encodable {
    let name: String
    /// The newest release, or 0.
    ///
    /// `nil` if the metadata is damaged.
    let newest: Int64?
    let offered: [Int64]
  }

  struct Unreferenced: Encodable {
    let objects: Int
    let bytes: UInt64
  }

  let ok: Bool
  let rootVersion: Int64?
  let timestampVersion: Int64?
  let channels: [Channel]
  let objects: Int
  let bytes: UInt64
  let unreferenced: Unreferenced?

  init(_ check: StoreCheck) {
    ok = check.isGood
    rootVersion = check.rootVersion
    timestampVersion = check.timestampVersion
    channels = check.channels.map {
      Channel(
        name: "\($0.name)", newest: $0.contents.map { $0.releases.first?.number ?? 0 },
        offered: $0.contents?.releases.map(\.number) ?? [])
    }
    objects = check.objectCount
    bytes = check.byteCount
    unreferenced = check.unreferenced.map {
      Unreferenced(objects: $0.objectCount, bytes: $0.byteCount)
    }
  }

  func text(_ style: TextStyle, _ findings: [Finding]) -> String? {
    var lines = findings.lines(style)
    for channel in channels {
      let state =
        switch channel.newest {
        case 0?: "no release yet"
        case let newest?: "newest release \(newest)"
        case nil: "damaged"
        }
      lines.append("\(channel.name): \(state)")
    }
    lines.append(
      (ok ? style.success("devices can update") : style.failure("devices are affected"))
        + ": \(Readable.count(objects, "file")) verified (\(Readable.size(bytes)))")
    return lines.joined(separator: "\n")
  }
}
