import ErosCore
package import ErosFiles
import SystemPackage

/// A web server for development: it serves a folder of pages and the packed bundle to this machine or to devices in
/// the local network, and tells pages when a file changes.
///
/// It is not for production: `eros-server` is. It serves GET and HEAD, has strict limits, and closes each
/// connection after one response. A thread serves each connection.
///
/// | path | response |
/// | --- | --- |
/// | `/` | a page with the addresses, a QR code and the pages |
/// | `/events` | server-sent events: `event: change` after each change |
/// | `/bundle.zip`, `/bundle.config`, `/version.json` | the bundle of the current pages |
/// | other paths | the files of the pages |
package final class PageServer: @unchecked Sendable {
  /// The limits of the server.
  package struct Limits: Sendable {
    /// The maximum number of connections at the same time.
    var connections = 64
    /// The maximum number of connections of each client at the same time.
    var connectionsOfClient = 32
    /// The maximum number of streams of events for each client, of which a browser opens at most six.
    var events = 16
    /// The time for the head of a request, in seconds.
    var headSeconds = 3
    /// The time without progress of a response, in seconds.
    var seconds = 10
    /// The time between two comments in a stream of events, in milliseconds.
    var heartbeat = 15_000
  }

  /// The names of the files of the bundle.
  static let bundleFiles = ["bundle.zip", "bundle.config", "version.json"]

  private let socket: Int32
  private let pages: String
  private let bundle: String
  private let home: @Sendable () -> String
  private let limits: Limits
  private let feed = ChangeFeed()
  private let open = Lock(0)
  /// The number of connections for each address.
  private let clients = ClientCounts()
  /// The number of streams of events for each address.
  private let streams = ClientCounts()
  private let isClosed = Lock(false)
  /// The port of the server.
  package let port: UInt16
  /// The names that requests may use for the server besides addresses.
  private let hosts: Set<String>

  /// Opens a server.
  ///
  /// - Parameters:
  ///   - address: The IPv4 address to listen on, such as `127.0.0.1` or `0.0.0.0`.
  ///   - port: The port, or 0 for any free port.
  ///   - pages: The folder of the pages.
  ///   - bundle: The folder with the files of the bundle.
  ///   - limits: The limits.
  ///   - home: Returns the HTML of the page at `/`.
  /// - Throws: ``FileError`` if the address is in use or not available.
  package init(
    address: String, port: UInt16, pages: String, bundle: String, limits: Limits = Limits(),
    home: @escaping @Sendable () -> String
  ) throws(FileError) {
    let name = "\(address):\(port)"
    let descriptor = openSocket()
    guard descriptor >= 0 else { throw FileError(.create, name, Errno(rawValue: errno)) }
    var isReused: Int32 = 1
    unsafe setsockopt(
      descriptor, SOL_SOCKET, SO_REUSEADDR, &isReused, socklen_t(MemoryLayout<Int32>.size))
    _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
    var location = sockaddr_in()
    location.sin_family = sa_family_t(AF_INET)
    location.sin_port = port.bigEndian
    guard unsafe inet_pton(AF_INET, address, &location.sin_addr) == 1 else {
      close(descriptor)
      throw FileError(.create, name, .invalidArgument)
    }
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let bound = unsafe withUnsafeMutablePointer(to: &location) { pointer in
      unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer in
        guard unsafe bind(descriptor, pointer, length) == 0, listen(descriptor, 16) == 0 else {
          return false
        }
        return unsafe getsockname(descriptor, pointer, &length) == 0
      }
    }
    guard bound else {
      let reason = Errno(rawValue: errno)
      close(descriptor)
      throw FileError(.create, name, reason)
    }
    socket = descriptor
    self.port = UInt16(bigEndian: location.sin_port)
    self.pages = pages
    self.bundle = bundle
    self.home = home
    self.limits = limits
    var machine = [CChar](repeating: 0, count: 256)
    unsafe gethostname(&machine, machine.count - 1)
    let machineName = String(
      decoding: machine.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    hosts = ["localhost", machineName.lowercased(), machineName.lowercased() + ".local"]
  }

  deinit { close(socket) }

  /// Tells waiting pages that a file has changed.
  package func announceChange() { feed.announce() }

  /// Makes ``run()`` return, and ends the streams of events.
  func stop() {
    isClosed.withLock { $0 = true }
    shutdown(socket, Int32(SHUT_RDWR))
  }

  /// Accepts connections until ``stop()``.
  package func run() {
    while !isClosed.withLock({ $0 }) {
      let (client, address) = acceptClient(of: socket)
      guard client >= 0 else {
        // For example, too many open files: wait for connections to end.
        if errno != EINTR { usleep(10_000) }
        continue
      }
      _ = fcntl(client, F_SETFD, FD_CLOEXEC)
      guard begin(client, address) else {
        close(client)
        continue
      }
    }
  }

  /// Serves a connection in a thread, or returns `false` if the server or the client has too many.
  private func begin(_ client: Int32, _ address: UInt32) -> Bool {
    guard clients.add(address, limit: limits.connectionsOfClient) else { return false }
    guard
      open.withLock({ open in
        open += 1
        return open
      }) <= limits.connections,
      WorkerThread({ [self] in
        // Nobody waits for the thread.
        pthread_detach(pthread_self())
        serve(client, address)
      }) != nil
    else {
      end(address)
      return false
    }
    return true
  }

  private func end(_ address: UInt32) {
    open.withLock { $0 -= 1 }
    clients.remove(address)
  }

  // MARK: - Connections

  private func serve(_ client: Int32, _ address: UInt32) {
    defer {
      close(client)
      end(address)
    }
    let connection = PageConnection(client, seconds: limits.seconds)
    let time = TimeLength.seconds(limits.headSeconds)
    guard let head = connection.readHead(limit: PageRequest.limit, in: time) else { return }
    do throws(PageRequest.Refusal) {
      respond(to: try PageRequest(head, hosts: hosts), connection, address)
    } catch {
      connection.send(.text(error.status), isHead: false)
    }
  }

  private func respond(
    to request: PageRequest, _ connection: PageConnection, _ address: UInt32
  ) {
    switch request.path {
    case "" where request.isFolder:
      connection.send(.html(home()), isHead: request.isHead)
    case "events":
      if request.isHead { return connection.send(.text("204 No Content"), isHead: true) }
      guard streams.add(address, limit: limits.events) else {
        return connection.send(.text("429 Too Many Requests"), isHead: false)
      }
      defer { streams.remove(address) }
      stream(to: connection)
    case let path where Self.bundleFiles.contains(path):
      sendFile(path, in: bundle, request, connection)
    default: sendFile(request.path, in: pages, request, connection)
    }
  }

  private func sendFile(
    _ path: String, in folder: String, _ request: PageRequest, _ connection: PageConnection
  ) {
    let name = request.isFolder ? path + "/index.html" : path
    // Apps in debug mode request pages below '/dist/js'.
    let prefix = "dist/js/"
    let names = [name] + (name.hasPrefix(prefix) ? [String(name.dropFirst(prefix.count))] : [])
    guard let reader = names.lazy.compactMap({ Self.open($0, in: folder) }).first else {
      return connection.send(.text("404 Not Found"), isHead: request.isHead)
    }
    let type = MediaType.of(name)
    if type.hasPrefix("text/html"), reader.status.size <= PageConnection.maximumPageSize,
      let bytes = try? reader.read(at: 0, count: Int(reader.status.size))
    {
      return connection.send(
        PageResponse("200 OK", type, bytes + Array(Self.reloadScript.utf8)),
        isHead: request.isHead)
    }
    connection.send(reader, type, isHead: request.isHead)
  }

  /// Opens a file that is inside the folder with symlinks resolved.
  private static func open(_ name: String, in folder: String) -> ReadableFile? {
    guard let root = try? resolvedPath(folder), let file = try? resolvedPath(folder + "/" + name),
      file.starts(with: root), (try? FileStatus(of: file.string))?.kind == .file
    else { return nil }
    return try? ReadableFile(file.string)
  }

  /// Reloads a page after a change; it follows the end of the document, which browsers accept.
  private static let reloadScript = """

    <script>new EventSource("/events").addEventListener("change", () => location.reload())</script>

    """

  private func stream(to connection: PageConnection) {
    // Read before the header is sent: a client that has the header must get every later change.
    var known = feed.current
    guard connection.sendEventHead() else { return }
    var waited = 0
    let pause = 100
    while !isClosed.withLock({ $0 }) {
      usleep(UInt32(pause) * 1000)
      waited += pause
      let current = feed.current
      if current != known {
        known = current
        waited = 0
        guard connection.send(Array("event: change\ndata: \(current)\n\n".utf8)) else { return }
      } else if waited >= limits.heartbeat {
        waited = 0
        // Finds connections whose page is closed.
        guard connection.send(Array(":\n\n".utf8)) else { return }
      }
    }
  }
}

/// Counts the connections of each client, by its IPv4 address.
private final class ClientCounts: Sendable {
  private let counts = Lock<[UInt32: Int]>([:])

  /// Counts a connection, or returns `false` if the client has `limit` already.
  func add(_ address: UInt32, limit: Int) -> Bool {
    counts.withLock { counts in
      guard counts[address, default: 0] < limit else { return false }
      counts[address, default: 0] += 1
      return true
    }
  }

  func remove(_ address: UInt32) {
    counts.withLock { counts in
      let rest = counts[address, default: 1] - 1
      counts[address] = rest > 0 ? rest : nil
    }
  }
}

/// Accepts a connection, and returns its descriptor, which is negative after an error, and the client's address.
private func acceptClient(of socket: Int32) -> (descriptor: Int32, address: UInt32) {
  var location = sockaddr_in()
  var length = socklen_t(MemoryLayout<sockaddr_in>.size)
  let descriptor = unsafe withUnsafeMutablePointer(to: &location) { pointer in
    unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer in
      unsafe accept(socket, pointer, &length)
    }
  }
  return (descriptor, location.sin_addr.s_addr)
}

/// Opens a TCP socket; `SOCK_STREAM` has another type on each system.
private func openSocket() -> Int32 {
  #if canImport(Glibc)
  socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
  #else
  socket(AF_INET, SOCK_STREAM, 0)
  #endif
}
