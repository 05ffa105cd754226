import ErosCore
import ErosFiles
import ErosHTTP
import ErosPublish
import ErosReleaseTestSupport
import ErosStore
import ErosTestSupport
import ErosTrust
import Foundation
import Testing

@testable import ErosDevice
@testable import ErosTransport

/// Fetches from a store that misbehaves and floods the connection with informational responses.
///
/// `Tests/Slow/run fetch-floods` sets `EROS_FLOOD_REPORT` to a file: then all behaviors are tested, and the file
/// gets a line for each fetch.
@Suite("Stores that flood", .phase(.timeLimits), .temporaryFolder, .serialized)
struct FloodTests {
  /// The position of the informational responses in relation to the response.
  enum Flood: String, CaseIterable, Sendable {
    case none, few, many, after

    func path(_ behavior: String) -> String { self == .none ? behavior : "\(self)~\(behavior)" }
  }

  /// A fetch with one behavior.
  struct Case: Sendable {
    let place: MisbehaviorTests.Place
    let flood: Flood
    let behavior: String
    /// The exit status without a flood.
    let status: Int32
  }

  private struct Outcome: Sendable {
    let fetch: Case
    let status: Int32
    let problem: String
    let excessTime: TimeLength
    let excessBytes: Int
    let isWrong: Bool

    var line: String {
      let milliseconds = excessTime.milliseconds
      return "\(fetch.place)\t\(fetch.flood)\t\(fetch.behavior)\t\(status)\t\(milliseconds)"
        + "\t\(excessBytes)\t\(problem)"
    }

    func check(maximumTime: TimeLength) {
      #expect(!isWrong, "\(line)")
      #expect(excessTime < maximumTime && excessBytes < 2 << 20, "\(line)")
      let refusal: Int32 = fetch.place == .patch ? 0 : 65
      switch fetch.flood {
      // With the others, its first informational response is one too many.
      case .few where fetch.behavior == "drip-interim": #expect(status == refusal, "\(line)")
      case .none, .few: #expect(status == fetch.status, "\(line)")
      case .many: #expect(status == refusal, "\(line)")
      // The flood is a part of a body without a length.
      case .after: break
      }
    }
  }

  private static let report = ProcessInfo.processInfo.environment["EROS_FLOOD_REPORT"]
  private static let sample: Set = ["endless", "drip-trailer", "cut", "moved"]
  /// The time limit of each file.
  private static let time: TimeLength = .seconds(2)

  private static func cases(of place: MisbehaviorTests.Place) -> [Case] {
    let behaviors = MisbehaviorTests.behaviors.filter { report != nil || sample.contains($0.0) }
    return behaviors.flatMap { behavior in
      Flood.allCases.filter { report != nil || $0 != .none }.map {
        Case(
          place: place, flood: $0, behavior: behavior.0,
          status: MisbehaviorTests.expected(place, behavior))
      }
    }
  }

  private static var settings: Fetcher.Settings {
    var settings = Fetcher.Settings()
    settings.metadataTime = time
    settings.downloadTime = time
    settings.minimumRate = 1 << 20
    settings.retries.tries = 3
    settings.retries.firstPause = .milliseconds(10)
    return settings
  }

  @Test(
    "end by the deadline of the file and after its length", .needs("python3"),
    .timeLimit(.minutes(30)), arguments: MisbehaviorTests.Place.allCases)
  func floods(place: MisbehaviorTests.Place) async throws {
    let store = try await TestStore()
    let release = try await store.publish(for: place)
    let tree = release.tree
    let script = Tool.packageRoot.appending(
      path: "Tests/Device/ErosDeviceTests/Fetch/misbehaving-store.py")
    let outcomes = try await ToolServer.run(
      "python3", [script.path(percentEncoded: false), store.path]
    ) { server in
      let origin = "http://127.0.0.1:\(server.firstLine)"
      return try await run(Self.cases(of: place)) {
        try await outcome(of: $0, tree, store, origin: origin)
      }
    }
    let isComplete = Self.report != nil
    // Other tests of CI delay this one.
    for outcome in outcomes { outcome.check(maximumTime: .seconds(isComplete ? 1 : 4)) }
    if let report = Self.report {
      let lines = outcomes.map { $0.line + "\n" }.joined()
      let file = try #require(FileHandle(forWritingAtPath: report))
      try file.seekToEnd()
      try file.write(contentsOf: Data(lines.utf8))
    }
  }

  /// Runs fetches, a few at a time.
  private func run(
    _ cases: [Case], _ body: @escaping @Sendable (Case) async throws -> Outcome
  ) async throws -> [Outcome] {
    try await withThrowingTaskGroup(of: Outcome.self) { group in
      var rest = cases[...]
      var outcomes: [Outcome] = []
      func add() {
        guard let next = rest.popFirst() else { return }
        group.addTask { try await body(next) }
      }
      for _ in 0..<(Self.report == nil ? 12 : 6) { add() }
      while let outcome = try await group.next() {
        outcomes.append(outcome)
        add()
      }
      return outcomes
    }
  }

  private func outcome(
    of fetch: Case, _ tree: TreeHash, _ store: TestStore, origin: String
  ) async throws -> Outcome {
    let name = "\(fetch.place)-\(fetch.flood)-\(fetch.behavior)"
    if fetch.place == .patch {
      try FileManager.default.copyItem(
        atPath: store.folder.path("base"), toPath: store.folder.path(name))
    }
    let address = "\(origin)/\(fetch.place)/\(fetch.flood.path(fetch.behavior))/"
    var (status, problem): (Int32, String) = (0, "")
    let start = ClockTime.now
    // With the end of the transport, as in a command.
    try await HTTPTransport.with { transport in
      let device = try store.device(name, over: transport, at: address, Self.settings)
      do { _ = try await device.fetch() } catch let error as any ErosError {
        (status, problem) = (error.exitStatus.rawValue, error.description)
      }
    }
    let time = ClockTime.now - start
    let state = try store.device(name, over: FolderTransport(store.path)).sandbox.currentState()
    return Outcome(
      fetch: fetch, status: status, problem: problem, excessTime: time - Self.time,
      excessBytes: try await excessBytes(address),
      isWrong: state.pending?.tree != (status == 0 ? tree : nil))
  }

  /// Returns the number of bytes that the system has received of a file in addition to its length.
  private func excessBytes(_ address: String) async throws -> Int {
    let request = TransportRequest(
      .get, try WebAddress(address + "received"), deadline: .now + .seconds(30))
    let body = try await HTTPTransport.with { try await $0.send(request, limit: 100) }.body
    let numbers = try JSONDecoder().decode([Int].self, from: Data(body))
    try #require(numbers.count == 2)
    return numbers[0] - numbers[1]
  }
}
