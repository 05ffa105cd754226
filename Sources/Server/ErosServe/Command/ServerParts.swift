import ErosCommandLine
import ErosCore
import ErosHTTP
import ErosProcess
import ErosStore
import ErosTrust
import Logging
import ServiceLifecycle

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Everything in a server that a configuration can turn on.
///
/// Services and the database live as long as the process. Routes can be made again for a new
/// configuration.
struct ServerParts: Sendable {
  /// The values that the command line fixes.
  struct Context: Sendable {
    let state: ServerState
    let counters = ServerCounters()
    /// Where the store is, for suggested commands.
    let store: String
    /// Options that suggested commands need for a bucket.
    let bucketOptions: [String]
    /// `true` if cookies are for TLS only.
    let isSecure: Bool
    let policy: BrakePolicy
    /// The time between two evaluations of the reports.
    let interval: Duration
    let logger: Logger
    let started: Timestamp
    let now: @Sendable () -> Timestamp
  }

  private(set) var services: [any Service] = []

  private let context: Context
  private var reports: ReportSource?
  private var brake: BrakeService?
  private let session: ConsoleSession
  private let alarms: AlarmService

  /// Creates the services.
  ///
  /// - Parameters:
  ///   - files: The configuration.
  ///   - file: Its path. Paths inside it are relative to this.
  ///   - brakeStore: Changes the brake, or is `nil` if no release is to be braked.
  ///   - context: The values that the command line fixes.
  /// - Throws: `DatabaseError` if the database cannot be opened, ``ServeError/databaseInUse(_:)``
  ///   if another server uses it, or `CryptoError`.
  init(
    _ files: ConfiguredFiles, besides file: String, brake brakeStore: (any BrakeStore)?,
    _ context: Context
  ) throws {
    self.context = context
    let (state, logger, now) = (context.state, context.logger, context.now)
    session = ConsoleSession(files.consoleToken, isSecure: context.isSecure, now: now)
    let database = try files.config.reports.map {
      try ReportDatabase.open(ServerFiles.path($0, besides: file), logger: logger, at: now())
    }
    if let database {
      let collector = try ReportCollector(database, store: state, logger: logger, now: now)
      services.append(collector)
      reports = ReportSource(
        collector: collector,
        summaries: UsageSummaryCache(database, logger: logger, now: now))
    }
    if let brakeStore, let database {
      let service = BrakeService(
        context.policy, store: brakeStore, reports: database, state: state,
        every: context.interval, logger: logger, now: now)
      services.append(service)
      brake = service
    }
    alarms = try AlarmService(
      files.webhooks, policy: context.policy, state: state, reports: database, brake: brake,
      store: context.advisedStore(), every: context.interval, over: .program, logger: logger,
      now: now)
    services.append(alarms)
  }

  /// Returns the routes, and switches to the tokens of the configuration.
  ///
  /// Console sessions go on unless the token has changed.
  func routes(of files: ConfiguredFiles) throws -> [any ServerRoutes] {
    var routes: [any ServerRoutes] = [
      LegacyRoutes(
        context.state, records: files.records, isSecure: context.isSecure,
        observers: [context.counters, VersionLog(context.logger)]),
      HealthRoutes(context.state, now: context.now),
    ]
    if let reports { routes.append(ReportRoutes(reports.collector)) }
    if files.config.metrics != nil {
      let metrics = ServerMetrics(
        context.state, counters: context.counters, reports: reports, brake: brake,
        started: context.started, now: context.now)
      routes.append(MetricsRoutes(metrics, token: files.metricsToken))
    }
    if let console = files.config.console {
      let state = ConsoleState(
        context.state, counters: context.counters, reports: reports,
        policy: context.policy, hasBrake: brake != nil,
        store: try console.store ?? Self.absolute(context.store), started: context.started)
      routes.append(
        try ConsoleRoutes(
          state, session: session, logger: context.logger, now: context.now))
    }
    session.replace(files.consoleToken)
    return routes
  }

  func replaceWebhooks(_ files: ConfiguredFiles) { alarms.replace(files.webhooks) }

  /// For commands that run in another folder.
  fileprivate static func absolute(_ store: String) throws -> String {
    guard case .folder(let path) = try StoreLocation(store) else { return store }
    return URL(filePath: path).standardizedFileURL.path
  }
}

extension ServerParts.Context {
  /// Fills in the store in the commands of alarms.
  ///
  /// `KEYS` stands for the folder with keys, and `STORE` for the folder or bucket behind a web
  /// server, because this server knows neither.
  fileprivate func advisedStore() throws -> AdvisedStore {
    let isWeb = if case .web = try StoreLocation(store) { true } else { false }
    return AdvisedStore(
      isWeb ? nil : try ServerParts.absolute(store), options: ["--keys KEYS"] + bucketOptions)
  }
}
