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
  struct Settings: Sendable {
    /// An IP address or a host name.
    var host = "127.0.0.1"
    /// 0 picks any free port.
    var port = 8080
    /// The maximum time for a connection to send a request header.
    var idleTime: Duration = .seconds(10)
    /// Further connections wait.
    var maximumConnections = 10_000
    /// The maximum time that a stopping server waits for responses.
    var stopTime: Duration = .seconds(30)
    /// `nil` means HTTP with no TLS.
    var certificate: ServerCertificate?
    /// Proxies whose `X-Forwarded-For` is trusted.
    var trustedProxies: [AddressRange] = []
    /// Limits requests per client address.
    var limit: RateLimit?
  }

  private let settings: Settings
  /// The maximum time that tasks may outlive their connections.
  private static let endTime: Duration = .seconds(5)

  private let responder: ServerResponder
  private let services: [any Service]
  private let logger: Logger

  /// - Parameters:
  ///   - settings: Where and how to listen.
  ///   - routes: The routes.
  ///   - files: The files of the store.
  ///   - services: Run in the background, such as a ``StorePoller``.
  ///   - observers: Told about every response.
  ///   - log: Gets requests.
  ///   - logger: Gets everything else.
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
  /// Then it closes idle connections, and finishes requests that take at most
  /// ``Settings/stopTime``.
  ///
  /// - Parameters:
  ///   - onReload: Called after each SIGHUP.
  ///   - onListening: Called with the URL once the server accepts connections.
  /// - Throws: ``ServeError/cannotListen(_:reason:)`` if the address is in use or unknown, or the
  ///   error of a service.
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

  /// Accepts connections and responds to their requests.
  ///
  /// The `Application` of Hummingbird would give each request an identifier and a log, at the cost
  /// of 3% of the instructions of an update check.
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
          // A parser error here would make Hummingbird send 400 after the response.
          throw ResponseFailure()
        }
      },
      onServerRunning: onRunning)
  }

  /// Hides the messages of libraries about starts and stops.
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

/// The rest of a request is malformed, so its response was cut off.
private struct ResponseFailure: Error {}

/// Ends with the first stop signal.
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

/// Calls a closure after each SIGHUP.
private struct ReloadService: Service {
  let onReload: @Sendable () async -> Void

  func run() async throws {
    let signals = await UnixSignalsSequence(trapping: [.sighup])
    await cancelWhenGracefulShutdown {
      for await _ in signals { await onReload() }
    }
  }
}

/// Closes the remaining connections when the time to stop is over.
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
  /// For example "Address already in use".
  fileprivate var localizedReason: String { "\(Errno(rawValue: errnoCode))" }
}
