package import ArgumentParser
import ErosCommandLine
import ErosCore
import ErosFiles
import ErosStore
import ErosTransport
import ErosTrust
import Logging
import NIOCore

package struct ServerCommand: AsyncParsableCommand {
  package static let configuration = CommandConfiguration(
    commandName: "eros-server",
    abstract: "Serve a release store to devices and to legacy clients",
    discussion: """
      The server reads the signed metadata of a store and follows it. It needs no keys:

        $ eros-server --store store --config server.json --listen 127.0.0.1:8080

      With --brake-key and --online, it pauses releases that fail on devices, and raises rollouts along their \
      plans; it cannot publish. The first line of standard output is the URL; the log goes to standard error, one \
      JSON object per line. SIGTERM and SIGINT end the server after it has completed all requests, or after \
      --stop-time. SIGHUP reads the configuration, the tokens and the certificate again. docs/serving.md \
      describes the configuration; --check-config checks it:

        $ eros-server --check-config --config server.json
      """,
    version: ProgramVersion.number)

  package static let _errorPrefix = "error: "

  package init() {}

  @Option(help: "The store: a folder, s3://BUCKET/PREFIX, or an https:// URL.")
  var store: String?

  @Option(help: "The configuration, a JSON file.", completion: .file(extensions: ["json"]))
  var config: String

  @Flag(help: "Check the configuration and the files that it names, and end; --store is optional.")
  var checkConfig = false

  @Option(help: "The address and the port to listen on; port 0 is any free one.")
  var listen = "127.0.0.1:8080"

  @OptionGroup var bucket: BucketOptions
  @OptionGroup var options: ConnectionOptions
  @OptionGroup var brake: BrakeOptions

  @Option(help: "The seconds between two reads of the timestamp of the store.")
  var poll = 2.0

  @Option(help: "The URL of a CDN to which downloads are redirected.")
  var redirect: String?

  @Option(help: "The lowest level of the log; debug includes each request.")
  var logLevel = LogLevel.info

  @Flag(help: "Write the addresses of clients to the log of requests.")
  var logAddresses = false

  enum LogLevel: String, ExpressibleByArgument, CaseIterable {
    case debug, info, notice, warning, error

    var level: Logger.Level { Logger.Level(rawValue: rawValue) ?? .info }
  }

  package func validate() throws {
    guard checkConfig || store != nil else {
      throw ValidationError("missing expected argument '--store <store>'")
    }
    guard poll >= 0.1, poll <= 3600 else {
      throw ValidationError("'--poll' must be from 0.1 to 3600 seconds")
    }
  }

  package func run() async throws {
    if checkConfig { return try await check() }
    guard let store else { return }
    // With more threads than processors, connections would wait for processor time.
    NIOSingletons.groupLoopCountSuggestion = Parallel.processorCount
    let location = try StoreLocation(store)
    var problems = ConfigProblems(config)
    guard let files = ConfiguredFiles(&problems) else {
      throw problems.list.first?.error ?? ServeError.badConfig(config, reason: "it is invalid")
    }
    let settings = try options.settings(listening: listen)
    let url = try redirect.map { text throws(TransportError) in try WebAddress(text) }
    let downloads = settings.maximumConnections
    switch location {
    case .folder(let path):
      let folder = try FollowedFolder(path)
      let served = StaticFiles(root: folder, redirect: url, maximumDownloads: downloads)
      try await serve(folder, store, files, settings, served)
    case .web, .bucket:
      let served = StaticFiles(
        root: nil, redirect: try Self.address(of: location, or: url), maximumDownloads: downloads)
      // The next poll is the retry.
      var retries = RetryPolicy()
      retries.tries = 2
      try await bucket.withReader(of: location, retries: retries) { reader in
        try await serve(reader, store, files, settings, served)
      }
    }
  }

  /// Redirected downloads need a URL, unless the store is on the web itself.
  private static func address(
    of location: StoreLocation, or url: WebAddress?
  ) throws(ServeError) -> WebAddress {
    if let url { return url }
    guard case .web(let address) = location else { throw ServeError.noFiles("\(location)") }
    return address
  }

  private func serve(
    _ reader: any ObjectReader, _ store: String, _ files: ConfiguredFiles,
    _ settings: UpdateServer.Settings, _ served: StaticFiles
  ) async throws {
    let now: @Sendable () -> Timestamp = { .now() }
    let logger = logger(now)
    let context = ServerParts.Context(
      state: ServerState(), store: store,
      bucketOptions: bucket.arguments(for: try StoreLocation(store), withCredentials: false),
      isSecure: settings.certificate != nil,
      policy: brake.policy, interval: .seconds(poll), logger: logger, started: now(), now: now)
    let loader = SnapshotLoader(reader, pinnedRoot: files.root, config: files.config, now: now)
    let poller = StorePoller(
      loader, into: context.state, every: context.interval, logger: logger, now: now)
    let brake = try brake.brake(of: reader, root: files.root, now: now)
    if brake != nil, files.config.reports == nil { throw Self.brakeWithoutReports(config) }
    let parts = try ServerParts(files, besides: config, brake: brake, context)
    let routes = RouteTable(try parts.routes(of: files))
    let reloader = Reloader(
      files, from: config, parts, routes, poller, settings.certificate, logger: logger)
    let server = UpdateServer(
      settings, routes: routes, files: served, services: [poller] + parts.services,
      observers: [context.counters], log: RequestLog(logger, hasAddresses: logAddresses),
      logger: logger)
    logger.notice("starting", metadata: startFields(files.config, store, settings))
    try await server.run(onReload: { reloader.reload() }) { url in
      logger.notice("listening", metadata: ["url": "\(url)"])
      try? StandardStream.output.write(Array("\(url)\n".utf8))
    }
  }

  private static func brakeWithoutReports(_ file: String) -> ServeError {
    .badConfig(file, reason: "--brake-key needs 'reports'")
  }

  private func startFields(
    _ configuration: ServerConfig, _ store: String, _ settings: UpdateServer.Settings
  ) -> Logger.Metadata {
    [
      "version": "\(ProgramVersion.number)", "store": "\(store)", "config": "\(config)",
      "apps": .stringConvertible(configuration.apps.count),
      "reports": "\(configuration.reports ?? "off")",
      "webhooks": .stringConvertible(configuration.webhooks.count),
      "maximumConnections": .stringConvertible(settings.maximumConnections),
    ]
  }

  private func logger(_ now: @escaping @Sendable () -> Timestamp) -> Logger {
    var logger = Logger(label: "eros-server") { _ in
      JSONLogHandler(now: now) { try? StandardStream.error.write($0) }
    }
    logger.logLevel = logLevel.level
    return logger
  }
}
