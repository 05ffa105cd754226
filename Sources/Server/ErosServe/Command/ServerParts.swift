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

/// The parts of a server that a configuration enables.
///
/// The services and the database live as long as the process. The routes can be created again for
/// another configuration.
struct ServerParts: Sendable {
  /// The fixed values of a server, from its command line.
  struct Context: Sendable {
    let state: ServerState
    let counters = ServerCounters()
    /// The location of the store, for commands.
    let store: String
    /// The options of commands for the bucket.
    let bucketOptions: [String]
    /// Whether cookies are sent over TLS only.
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

  /// Creates the services of a configuration.
  ///
  /// - Parameters:
  ///   - files: The configuration.
  ///   - file: Its path. Other paths are relative to it.
  ///   - brakeStore: The brake of the store, or `nil` to brake no releases.
  ///   - context: The fixed values.
  /// - Throws: `ServeError`, and the errors of the database.
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

  /// Uses the tokens and webhooks of a configuration, and returns its routes.
  ///
  /// The sessions of the console go on unless its token has changed.
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

  /// Sends alarms to the webhooks of a configuration.
  func replaceWebhooks(_ files: ConfiguredFiles) { alarms.replace(files.webhooks) }

  /// Returns the absolute location of a store, for commands that run in another folder.
  fileprivate static func absolute(_ store: String) throws -> String {
    guard case .folder(let path) = try StoreLocation(store) else { return store }
    return URL(filePath: path).standardizedFileURL.path
  }
}

extension ServerParts.Context {
  /// Returns the store for the commands of alarms.
  ///
  /// `KEYS` stands for the folder of the keys, and `STORE` for the folder or the bucket behind a web
  /// server: this server does not know them.
  fileprivate func advisedStore() throws -> AdvisedStore {
    let isWeb = if case .web = try StoreLocation(store) { true } else { false }
    return AdvisedStore(
      isWeb ? nil : try ServerParts.absolute(store), options: ["--keys KEYS"] + bucketOptions)
  }
}
