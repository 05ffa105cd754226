import ErosCore
package import ErosFiles
import SystemPackage

/// Serves pages and the packed bundle during development, and tells open pages when a file changes.
///
/// It listens on this machine or in the local network. Use `eros-server` in production: this server
/// handles only GET and HEAD, has low limits, and handles one request per connection, each in its
/// own thread.
///
/// | path | response |
/// | --- | --- |
/// | `/` | the start page with addresses, a QR code and links |
/// | `/events` | server-sent events: `event: change` after each change |
/// | `/bundle.zip`, `/bundle.config`, `/version.json` | a bundle of the current pages |
/// | anything else | a file from the pages folder |
package final class PageServer: @unchecked Sendable {
  package struct Limits: Sendable {
    /// Concurrent connections in total.
    var connections = 64
    /// Concurrent connections from one client.
    var connectionsOfClient = 32
    /// Concurrent event streams to one client.
    ///
    /// A browser opens at most six.
    var events = 16
    /// The maximum time for a client to send a request head.
    var headSeconds = 3
    /// The maximum time that a response may stall.
    var seconds = 10
    /// Milliseconds between two comments that keep an event stream alive.
    var heartbeat = 15_000
  }

  static let bundleFiles = ["bundle.zip", "bundle.config", "version.json"]

  private let socket: Int32
  private let pages: String
  private let bundle: String
  private let home: @Sendable () -> String
  private let limits: Limits
  private let feed = ChangeFeed()
  private let open = Lock(0)
  private let clients = ClientCounts()
  private let streams = ClientCounts()
  private let isClosed = Lock(false)
  package let port: UInt16
  /// Names that requests may use in `Host`, in addition to IP addresses.
  private let hosts: Set<String>

  /// Binds the port and starts to listen.
  ///
  /// Call ``run()`` to serve.
  ///
  /// - Parameters:
  ///   - address: An IPv4 address such as `127.0.0.1`, or `0.0.0.0` for all interfaces.
  ///   - port: The port, or 0 for any free port.
  ///   - pages: The folder with the pages.
  ///   - bundle: The folder with `bundle.zip` and its companions.
  ///   - limits: The limits.
  ///   - home: Returns the start page as HTML.
  /// - Throws: `FileError` if the address is invalid, in use or unavailable.
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

  package func announceChange() { feed.announce() }

  /// Makes ``run()`` return and ends all event streams.
  func stop() {
    isClosed.withLock { $0 = true }
    shutdown(socket, Int32(SHUT_RDWR))
  }

  package func run() {
    while !isClosed.withLock({ $0 }) {
      let (client, address) = acceptClient(of: socket)
      guard client >= 0 else {
        // Too many open files, for example. Wait until a connection ends.
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

  /// Serves a connection in a thread.
  ///
  /// Returns `false` at a connection limit.
  private func begin(_ client: Int32, _ address: UInt32) -> Bool {
    guard clients.add(address, limit: limits.connectionsOfClient) else { return false }
    guard
      open.withLock({ open in
        open += 1
        return open
      }) <= limits.connections,
      WorkerThread({ [self] in
        // No code joins the thread.
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
    // In debug mode, apps request pages below '/dist/js'.
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

  /// Opens a file, but only if it is inside `folder` after resolving symlinks.
  private static func open(_ name: String, in folder: String) -> ReadableFile? {
    guard let root = try? resolvedPath(folder), let file = try? resolvedPath(folder + "/" + name),
      file.starts(with: root), (try? FileStatus(of: file.string))?.kind == .file
    else { return nil }
    return try? ReadableFile(file.string)
  }

  /// Reloads the page after a change.
  ///
  /// Browsers accept a script after the end of the document.
  private static let reloadScript = """

    <script>new EventSource("/events").addEventListener("change", () => location.reload())</script>

    """

  private func stream(to connection: PageConnection) {
    // Read before sending the header: once a client has the header, it must get every change.
    var changeCount = feed.current
    guard connection.sendEventHead() else { return }
    var waited = 0
    let pause = 100
    while !isClosed.withLock({ $0 }) {
      usleep(UInt32(pause) * 1000)
      waited += pause
      let current = feed.current
      if current != changeCount {
        changeCount = current
        waited = 0
        guard connection.send(Array("event: change\ndata: \(current)\n\n".utf8)) else { return }
      } else if waited >= limits.heartbeat {
        waited = 0
        // Fails if the page was closed.
        guard connection.send(Array(":\n\n".utf8)) else { return }
      }
    }
  }
}

/// Counts connections per IPv4 address.
private final class ClientCounts: Sendable {
  private let counts = Lock<[UInt32: Int]>([:])

  /// Counts a connection, or returns `false` if the client is at its limit.
  func add(_ address: UInt32, limit: Int) -> Bool {
    counts.withLock { counts in
      guard counts[address, default: 0] < limit else { return false }
      counts[address, default: 0] += 1
      return true
    }
  }

  func remove(_ address: UInt32) {
    counts.withLock { counts in
      let count = counts[address, default: 1] - 1
      counts[address] = count > 0 ? count : nil
    }
  }
}

/// Accepts a connection.
///
/// The descriptor is negative after an error.
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

/// `SOCK_STREAM` has a different type on each system.
private func openSocket() -> Int32 {
  #if canImport(Glibc)
  socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
  #else
  socket(AF_INET, SOCK_STREAM, 0)
  #endif
}
