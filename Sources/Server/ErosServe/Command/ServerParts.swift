import ErosCore
import ErosProcess
import ErosRepository
import ErosStore
import Logging
import ServiceLifecycle

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The routes and services that a configuration enables.
struct ServerParts {
  private(set) var routes: [any ServerRoutes] = []
  private(set) var services: [any Service] = []

  /// The minimum length of the tokens for the console and for records; clients cannot guess them.
  private static let minimumTokenLength = 16

  private let state: ServerState
  private let counters: ServerCounters
  private let logger: Logger
  private let now: @Sendable () -> Timestamp

  init(
    state: ServerState, counters: ServerCounters, logger: Logger,
    now: @escaping @Sendable () -> Timestamp
  ) {
    self.state = state
    self.counters = counters
    self.logger = logger
    self.now = now
  }

  /// Adds the routes and services of a configuration.
  ///
  /// - Parameters:
  ///   - config: The configuration.
  ///   - file: Its path. Other paths are relative to it.
  ///   - store: The location of the store, for commands.
  ///   - isSecure: Whether cookies are sent over TLS only.
  ///   - brake: The brake and its policy, or `nil` to brake no releases.
  ///   - interval: The time between two evaluations of the reports.
  /// - Throws: `ServeError`, and the errors of files, tokens and the database.
  mutating func add(
    _ config: ServerConfig, besides file: String, store: String, isSecure: Bool,
    brake: (policy: BrakePolicy, store: any BrakeStore)?, every interval: Duration
  ) throws {
    let records = try config.records.map { try Self.records($0, besides: file) }
    routes = [
      LegacyRoutes(state, records: records, isSecure: isSecure, observers: [counters]),
      HealthRoutes(state, now: now),
    ]
    let database = try config.reports.map {
      try ReportDatabase.open(ServerFiles.path($0, besides: file), logger: logger, at: now())
    }
    let reports = try database.map { try addReports(to: $0) }
    let brake = try brake.map { brake in
      guard let database else {
        throw ServeError.badConfig(file, reason: "--brake-key needs 'reports'")
      }
      let service = BrakeService(
        brake.policy, store: brake.store, reports: database, state: state, every: interval,
        logger: logger, now: now)
      services.append(service)
      return service
    }
    if let settings = config.metrics {
      let metrics = ServerMetrics(
        state, counters: counters, reports: reports, brake: brake, now: now)
      let token = try settings.token.map {
        try AccessToken(ServerFiles.secret($0, besides: file))
      }
      routes.append(MetricsRoutes(metrics, token: token))
    }
    if let console = config.console {
      let token = try AccessToken(Self.token(console.token, of: "the console", besides: file))
      let session = ConsoleSession(token, isSecure: isSecure, now: now)
      let state = ConsoleState(
        state, counters: counters, reports: reports,
        store: try console.store ?? Self.absolute(store), started: now())
      routes.append(try ConsoleRoutes(state, session: session, now: now))
    }
  }

  private static func records(
    _ settings: ServerConfig.Records, besides file: String
  ) throws -> LegacyRoutes.Records {
    try LegacyRoutes.Records(
      token: token(settings.token, of: "'add'", besides: file), jsPaths: settings.jsPaths)
  }

  /// Reads a token, and verifies its minimum length.
  private static func token(
    _ source: KeySource, of name: String, besides file: String
  ) throws -> [UInt8] {
    let token = try ServerFiles.secret(source, besides: file)
    guard token.count >= minimumTokenLength else {
      throw ServeError.badConfig(
        file, reason: "the token of \(name) has fewer than \(minimumTokenLength) bytes")
    }
    return token
  }

  /// Returns the absolute location of a store, for commands that run in another folder.
  private static func absolute(_ store: String) throws -> String {
    guard case .folder(let path) = try StoreLocation(store) else { return store }
    return URL(filePath: path).standardizedFileURL.path
  }

  /// Adds usage reports and their database.
  private mutating func addReports(to database: ReportDatabase) throws -> ReportSource {
    let collector = try ReportCollector(database, store: state, logger: logger, now: now)
    services.append(collector)
    routes.append(ReportRoutes(collector))
    return ReportSource(
      collector: collector,
      summaries: ReportSummaryCache(database, logger: logger, now: now))
  }
}
