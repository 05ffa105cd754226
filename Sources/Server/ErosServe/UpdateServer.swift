import ErosCore
import Hummingbird
import HummingbirdCore
import HummingbirdHTTP2
import Logging
import NIOCore
import NIOHTTP1
import NIOPosix
import ServiceLifecycle
import SystemPackage
import UnixSignals

/// The HTTP server: routes, files, limits and background services.
struct UpdateServer: Sendable {
  /// The settings of a server.
  struct Settings: Sendable {
    /// The IP address or host name to listen on.
    var host = "127.0.0.1"
    /// The port, or 0 for any free port.
    var port = 8080
    /// The time-out of a connection without a complete request header.
    var idleTime: Duration = .seconds(10)
    /// The maximum number of open connections.
    ///
    /// Further connections wait.
    var maximumConnections = 10_000
    /// The time-out of unsent responses when the server stops.
    var stopTime: Duration = .seconds(30)
    /// The certificate and its key, or `nil` for HTTP without TLS.
    var certificate: ServerCertificate?
    /// The proxies whose `X-Forwarded-For` is trusted.
    var trustedProxies: [AddressRange] = []
    /// The limit on the requests per client address, or `nil` for no limit.
    var limit: RateLimit?
  }

  private let settings: Settings
  /// The time between the end of connections and the end of their tasks.
  private static let endTime: Duration = .seconds(5)

  private let responder: ServerResponder
  private let services: [any Service]
  private let logger: Logger

  /// - Parameters:
  ///   - settings: The settings.
  ///   - routes: The routes.
  ///   - files: The files of the store.
  ///   - services: The background services, such as a ``StorePoller``.
  ///   - observers: The observers of responses.
  ///   - log: The log of requests.
  ///   - logger: The log of the server.
  init(
    _ settings: Settings, routes: RouteTable, files: StaticFiles, services: [any Service],
    observers: [any ServerObserver] = [], log: RequestLog, logger: Logger
  ) {
    self.settings = settings
    self.services = services
    self.logger = logger
    responder = ServerResponder(
      routes, files: files, addresses: ClientAddress(trusting: settings.trustedProxies),
      limit: settings.limit, observers: observers, log: log)
  }

  /// Runs the server until SIGTERM or SIGINT.
  ///
  /// Then it closes idle connections, and completes requests that take at most
  /// ``Settings/stopTime``.
  ///
  /// - Parameters:
  ///   - onReload: Called after each SIGHUP.
  ///   - onListening: Called with the URL when the server accepts connections.
  /// - Throws: ``ServeError/cannotListen(_:reason:)``, and the errors of services.
  func run(
    onReload: @escaping @Sendable () async -> Void = {},
    onListening: @escaping @Sendable (String) -> Void
  ) async throws {
    let (settings, scheme) = (settings, settings.certificate == nil ? "http" : "https")
    let connections = OpenConnections()
    let server = try server(connections) { channel in
      let port = channel.localAddress?.port ?? settings.port
      let host = settings.host.contains(":") ? "[\(settings.host)]" : settings.host
      onListening("\(scheme)://\(host):\(port)")
    }
    var group = ServiceGroupConfiguration(
      services: services + [
        StoppingService(server, connections, after: settings.stopTime, logger: logger),
        ReloadService(onReload: onReload),
      ], logger: quietLogger)
    group.services.append(
      .init(
        service: SignalService(logger: logger),
        successTerminationBehavior: .gracefullyShutdownGroup))
    group.maximumGracefulShutdownDuration = settings.stopTime + Self.endTime
    do {
      try await ServiceGroup(configuration: group).run()
    } catch is SocketAddressError.UnknownHost {
      throw ServeError.cannotListen(
        "\(settings.host):\(settings.port)", reason: "the host is not known")
    } catch let error as IOError {
      throw ServeError.cannotListen(
        "\(settings.host):\(settings.port)", reason: "\(error.localizedReason)")
    }
  }

  /// Returns the service that accepts connections and responds to their requests.
  ///
  /// `Application` of Hummingbird would give each request an identifier and a log, which takes 3 %
  /// of the instructions of an update check.
  private func server(
    _ connections: OpenConnections, onRunning: @escaping @Sendable (any Channel) async -> Void
  ) throws -> any Service {
    let responder = responder
    return try builder(connections).buildServer(
      configuration: ServerConfiguration(
        address: .hostname(settings.host, port: settings.port),
        availableConnectionsDelegate: MaximumAvailableConnections(settings.maximumConnections)),
      eventLoopGroup: MultiThreadedEventLoopGroup.singleton, logger: quietLogger,
      responder: { request, writer, channel in
        let response = await responder.respond(to: request, on: channel)
        do {
          try await writer.write(response: response.head, body: response.body)
        } catch is HTTPParserError {
          // A parser error here would make Hummingbird send a 400 after the response.
          throw ResponseFailure()
        }
      },
      onServerRunning: onRunning)
  }

  /// The log for libraries, without their informational messages about starts and stops.
  private var quietLogger: Logger {
    var logger = logger
    logger.logLevel = max(logger.logLevel, .error)
    return logger
  }

  private func builder(_ connections: OpenConnections) -> HTTPServerBuilder {
    var limits = HTTP1Channel.Configuration.DecoderConfiguration()
    limits.maxHeaderListSize = 32 << 10
    limits.maxHeaderFieldSize = 16 << 10
    limits.maxHeaderFieldCount = 100
    let idleTime = settings.idleTime
    let configuration = HTTP1Channel.Configuration(
      additionalChannelHandlers: [ConnectionGuard(.init(), among: connections)],
      idleTimeout: TimeAmount(idleTime), httpDecoderConfiguration: limits)
    guard let certificate = settings.certificate else {
      return HTTPServerBuilder { responder in
        ConnectionLoop(HTTP1Channel(responder: responder, configuration: configuration))
      }
    }
    let streams = HTTP2Channel.Configuration(
      idleTimeout: idleTime,
      streamConfiguration: .init(additionalChannelHandlers: [ConnectionGuard(.init())]))
    return HTTPServerBuilder { responder in
      SecureConnection(
        certificate, connections, idleTime: TimeAmount(idleTime),
        http1: HTTP1Channel(responder: responder, configuration: configuration),
        http2: HTTP2Channel(responder: responder, configuration: streams))
    }
  }
}

/// A response was not sent completely, because the rest of its request is malformed.
private struct ResponseFailure: Error {}

/// A service that ends with the first stop signal.
private struct SignalService: Service {
  private static let names: [UnixSignal: String] = [
    .sigterm: "SIGTERM", .sigint: "SIGINT",
  ]

  let logger: Logger

  func run() async throws {
    let signals = await UnixSignalsSequence(trapping: Array(Self.names.keys))
    await cancelWhenGracefulShutdown {
      for await signal in signals {
        logger.notice("stopping", metadata: ["signal": "\(Self.names[signal] ?? "\(signal)")"])
        return
      }
    }
  }
}

/// A service that calls a closure after each SIGHUP.
private struct ReloadService: Service {
  let onReload: @Sendable () async -> Void

  func run() async throws {
    let signals = await UnixSignalsSequence(trapping: [.sighup])
    await cancelWhenGracefulShutdown {
      for await _ in signals { await onReload() }
    }
  }
}

/// A service that closes the remaining connections when the time to stop is over.
private struct StoppingService: Service {
  private let server: any Service
  private let connections: OpenConnections
  private let time: Duration
  private let logger: Logger

  init(
    _ server: any Service, _ connections: OpenConnections, after time: Duration,
    logger: Logger
  ) {
    self.server = server
    self.connections = connections
    self.time = time
    self.logger = logger
  }

  func run() async throws {
    let (connections, time, logger) = (connections, time, logger)
    try await withGracefulShutdownHandler {
      try await server.run()
    } onGracefulShutdown: {
      Task {
        try await Task.sleep(for: time)
        let count = connections.closeAll()
        guard count > 0 else { return }
        logger.warning(
          "connections were closed before their response was sent",
          metadata: ["connections": .stringConvertible(count)])
      }
    }
    logger.notice("stopped")
  }
}

extension IOError {
  /// The system's message, for example "Address already in use".
  fileprivate var localizedReason: String { "\(Errno(rawValue: errnoCode))" }
}
