package import ArgumentParser
import ErosCommandLine
import ErosCore
import ErosFiles
import ErosRepository
import ErosStore
import ErosTransport
import ErosTrust
import Logging
import NIOCore

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The command line of the server.
package struct ServerCommand: AsyncParsableCommand {
  package static let configuration = CommandConfiguration(
    commandName: "eros-server",
    abstract: "Serve a release store to devices and to legacy clients",
    discussion: """
      The server reads the signed metadata of a store and follows it. It needs no keys:

        $ eros-server --store store --config server.json --listen 127.0.0.1:8080

      With --brake-key and --online, it pauses releases that fail on devices, and can neither publish nor \
      raise a rollout. The first line of standard output is the URL; the log goes to standard error, one \
      JSON object per line. SIGTERM, SIGINT and SIGHUP end the server after it has completed all requests, \
      or after --stop-time. docs/serving.md describes the configuration.
      """,
    version: ProgramVersion.number)

  package static let _errorPrefix = "error: "

  package init() {}

  @Option(help: "The store: a folder, s3://BUCKET/PREFIX, or an https:// URL.")
  var store: String

  @Option(help: "The configuration, a JSON file.", completion: .file(extensions: ["json"]))
  var config: String

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
    guard poll >= 0.1, poll <= 3600 else {
      throw ValidationError("'--poll' is from 0.1 to 3600 seconds")
    }
  }

  package func run() async throws {
    // With more threads than processors, connections would wait for processor time.
    NIOSingletons.groupLoopCountSuggestion = Parallel.processorCount
    let location = try StoreLocation(store)
    let configuration = try ServerConfig(
      readWholeFile(config, limit: ServerConfig.maximumLength), file: config)
    let settings = try options.settings(listening: listen)
    let root = try readWholeFile(
      ServerFiles.path(configuration.root, besides: config), limit: TrustLimits.standard.rootBytes)
    do { _ = try SignedMetadata<RootMetadata>(root, file: configuration.root) } catch {
      throw ServeError.badRoot(configuration.root, reason: error.problem)
    }
    let url = try redirect.map { text throws(TransportError) in try WebAddress(text) }
    switch location {
    case .folder(let path):
      let folder = try FollowedFolder(path)
      let files = StaticFiles(root: folder, redirect: url)
      try await serve(folder, configuration, settings, root: root, files)
    case .web, .bucket:
      let files = StaticFiles(root: nil, redirect: try Self.address(of: location, or: url))
      // The next poll is the retry.
      var retries = RetryPolicy()
      retries.tries = 2
      try await bucket.withReader(of: location, retries: retries) { reader in
        try await serve(reader, configuration, settings, root: root, files)
      }
    }
  }

  /// Returns the URL for redirected downloads; only a store that is not a folder needs one.
  private static func address(
    of location: StoreLocation, or url: WebAddress?
  ) throws(ServeError) -> WebAddress {
    if let url { return url }
    guard case .web(let address) = location else { throw ServeError.noFiles("\(location)") }
    return address
  }

  private func serve(
    _ reader: any ObjectReader, _ configuration: ServerConfig, _ settings: UpdateServer.Settings,
    root: [UInt8], _ files: StaticFiles
  ) async throws {
    let now: @Sendable () -> Timestamp = { Timestamp(Date()) }
    let logger = logger(now)
    let state = ServerState()
    let loader = SnapshotLoader(reader, pinnedRoot: root, config: configuration, now: now)
    let poller = StorePoller(
      loader, into: state, every: .seconds(poll), logger: logger, now: now)
    let counters = ServerCounters()
    var parts = ServerParts(state: state, counters: counters, logger: logger, now: now)
    try parts.add(
      configuration, besides: config, store: store, isSecure: settings.tls != nil,
      brake: brake.brake(of: reader, root: root, now: now), every: .seconds(poll))
    let server = UpdateServer(
      settings, routes: parts.routes, files: files, services: [poller] + parts.services,
      observers: [counters], log: RequestLog(logger, hasAddresses: logAddresses), logger: logger)
    logger.notice("starting", metadata: startFields(configuration, settings))
    try await server.run { url in
      logger.notice("listening", metadata: ["url": "\(url)"])
      try? StandardStream.output.write(Array("\(url)\n".utf8))
    }
  }

  private func startFields(
    _ configuration: ServerConfig, _ settings: UpdateServer.Settings
  ) -> Logger.Metadata {
    [
      "version": "\(ProgramVersion.number)", "store": "\(store)", "config": "\(config)",
      "apps": .stringConvertible(configuration.apps.count),
      "reports": "\(configuration.reports ?? "off")",
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
