import ErosCore
import ErosCrypto
import ErosPublish
import ErosStore
import ErosTestSupport
import ErosTrust
import Logging
import Synchronization
import Testing

@testable import ErosServe

/// The model of forged reports.
///
/// Clients fill the database of reports, and the brake's decision is the verdict.
@Suite("The brake under forged reports", .phase(.ownServer), .temporaryFolder)
struct ForgedReportsTests {
  /// What a flood of reports fills.
  enum Flood: CaseIterable {
    case sources, forms, releases, errors, everything
  }

  /// Requests in the flood, each with as many reports as fit into a document.
  private static let requestCount = 39
  private static let reportsPerRequest = 120
  private static let releaseCount = 60
  private static let hour: Int64 = 500_000

  private let channel: ChannelName
  private let trees: [TreeHash]

  init() throws {
    channel = try ChannelName("my-app/production")
    trees = try (0..<Self.releaseCount).map {
      try #require(TreeHash("\(SHA256Digest.of(Array("release \($0)".utf8).span))"))
    }
  }

  /// The newest release, whose trials fail.
  private var newest: TreeHash { trees[Self.releaseCount - 1] }

  private func state(hasPlan: Bool) throws -> ServerState {
    var contents = ChannelContents(channel)
    contents.releases = try trees.enumerated().reversed().map { index, tree in
      ChannelRelease(
        number: Int64(index + 1), tree: tree, jsVersion: .numbered(index + 1), built: 1,
        native: [:],
        rollout: hasPlan ? 100 : 10_000, salt: "", isPaused: false, notes: nil,
        bundle: TargetFile(length: 1, digest: try SHA256Digest.of(Array("bundle".utf8).span)),
        deltas: [])
    }
    if hasPlan {
      contents.releases[0].plan = RolloutPlan([.init(rollout: 100), .init(rollout: 10_000)])
    }
    let state = ServerState()
    state.record(StoreSnapshot(version: 1, apps: [:], channels: [contents]), StoreHealth())
    return state
  }

  /// Returns forged reports, none of which is about a trial of the newest release.
  private func forged(_ flood: Flood, _ random: inout SeededGenerator) -> [UsageReport] {
    let count = Self.requestCount * Self.reportsPerRequest
    let others = trees.dropLast()
    return (0..<count).map { index in
      let (from, to) = (others[index % others.count], others[index / others.count % others.count])
      let kind = flood == .everything ? Flood.allCases[index % 4] : flood
      switch kind {
      case .sources: return .confirmed(.init(channel: channel, from: from, to: to))
      case .releases: return .failed(.init(channel: channel, from: from, to: to))
      case .forms, .everything:
        let form = UsageReport.Form.allCases.randomElement(using: &random) ?? .full
        return .staged(
          .init(channel: channel, from: from, to: form == .full ? newest : to),
          from: .init(form: form, bytes: 1))
      case .errors:
        let error = ErrorFingerprint(errorClass: "Forged\(index)", stack: nil)
        return .failed(.init(channel: channel, from: nil, to: to), with: error)
      }
    }
  }

  /// Returns reports of real devices about the newest release, half of whose trials fail.
  private func real() -> [UsageReport] {
    (0..<400).map { index in
      let update = UsageReport.Update(
        channel: channel, from: trees[Self.releaseCount - 2 - index % 40], to: newest)
      return index % 2 == 0
        ? .failed(update, with: ErrorFingerprint(errorClass: "TypeError", stack: nil))
        : .confirmed(update)
    }
  }

  @Test(
    "a flood before the real reports does not hide the failures of a release",
    arguments: Flood.allCases, [false, true])
  func hidden(flood: Flood, hasPlan: Bool) async throws {
    let state = try state(hasPlan: hasPlan)
    let database = try ReportDatabase(TemporaryFolder.ofTest().path("reports.sqlite"))
    let logger = Logger(label: "") { _ in SwiftLogNoOpLogHandler() }
    let now: @Sendable () -> Timestamp = { Timestamp(milliseconds: Self.hour * 3_600_000) }
    let collector = try ReportCollector(database, store: state, logger: logger, now: now)
    var random = SeededGenerator(seed: 11)
    let (forged, real) = (forged(flood, &random), real())
    await withTaskGroup(of: Void.self) { group in
      group.addTask { await collector.run() }
      for start in stride(from: 0, to: forged.count, by: Self.reportsPerRequest) {
        let request = Array(forged[start..<min(start + Self.reportsPerRequest, forged.count)])
        #expect(await collector.record(request) == .stored)
      }
      #expect(await collector.record(real) == .stored)
      group.cancelAll()
    }
    let brake = RecordedBrake()
    try await BrakeService(
      BrakePolicy(), store: brake, reports: database, state: state, every: .seconds(1),
      logger: logger, now: now
    ).evaluate()
    #expect(brake.numbers.contains(Int64(Self.releaseCount)))
    let rows = try database.counterCount(of: Self.hour)
    #expect(rows <= ReportCollector.maximumForms + 3 * Self.releaseCount)
    let sums = try #require(try UsageSummary(database, at: Self.hour).channels[channel])
    let release = try #require(sums.releases.first { $0.tree == newest })
    #expect(release.failed == 200 && release.confirmed == 200)
    #expect(release.errors.first?.count == 200)
  }
}

/// A brake that records the numbers of the braked releases.
private final class RecordedBrake: BrakeStore {
  private let braked = Mutex<[Int64]>([])

  var numbers: [Int64] { braked.withLock { $0 } }

  func check() async throws {}

  func brake(
    _ number: Int64, in channel: ChannelName, to rollout: Int, reason: String
  ) async throws -> Bool {
    braked.withLock { $0.append(number) }
    return true
  }

  func advance(
    _ number: Int64, in channel: ChannelName, after trials: ReportTrials, baseline: ReportTrials
  ) async throws {}

  func renew() async throws {}
}
