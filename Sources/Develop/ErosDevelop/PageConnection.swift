import ErosCore
import ErosFiles
import SystemPackage

struct PageResponse {
  let status: String
  let type: String
  let body: [UInt8]

  init(_ status: String, _ type: String, _ body: [UInt8]) {
    self.status = status
    self.type = type
    self.body = body
  }

  static func text(_ status: String) -> PageResponse {
    PageResponse(status, "text/plain; charset=utf-8", Array((status + "\n").utf8))
  }

  static func html(_ text: String) -> PageResponse {
    PageResponse("200 OK", "text/html; charset=utf-8", Array(text.utf8))
  }
}

/// Serves one request on a socket, then the server closes it.
struct PageConnection {
  /// Larger pages are sent as they are, with no reload script.
  static let maximumPageSize: UInt64 = 8 << 20
  private static let chunkSize = 64 << 10

  private let descriptor: FileDescriptor

  init(_ socket: Int32, seconds: Int) {
    descriptor = FileDescriptor(rawValue: socket)
    setLimit(SO_SNDTIMEO, .seconds(seconds))
  }

  private func setLimit(_ option: Int32, _ time: TimeLength) {
    let (seconds, nanoseconds) = time.nanoseconds.quotientAndRemainder(dividingBy: 1_000_000_000)
    // Zero would be no limit.
    var limit = timeval(tv_sec: Int(seconds), tv_usec: .init(max(1, nanoseconds / 1000)))
    unsafe setsockopt(
      descriptor.rawValue, SOL_SOCKET, option, &limit, socklen_t(MemoryLayout<timeval>.size))
  }

  /// Reads up to the empty line after the head.
  ///
  /// - Returns: `nil` if the head is too long or late, or if the client hangs up.
  func readHead(limit: Int, in time: TimeLength) -> [UInt8]? {
    let deadline = ClockTime.now + time
    var head: [UInt8] = []
    while head.count < limit {
      let remaining = deadline - .now
      guard remaining > .zero else { return nil }
      setLimit(SO_RCVTIMEO, remaining)
      var chunk = [UInt8](repeating: 0, count: min(4096, limit - head.count))
      let count = unsafe chunk.withUnsafeMutableBytes { buffer in
        unsafe (try? descriptor.read(into: buffer)) ?? 0
      }
      guard count > 0 else { return nil }
      // `\r\n\r\n` may be split between two chunks.
      let start = max(0, head.count - 3)
      head += chunk[..<count]
      if let end = Self.end(of: head, from: start) { return Array(head[..<end]) }
    }
    return nil
  }

  private static func end(of head: [UInt8], from start: Int) -> Int? {
    let returns = Array("\r\n\r\n".utf8)
    guard head.count >= returns.count else { return nil }
    for index in start...(head.count - returns.count)
    where head[index..<(index + returns.count)].elementsEqual(returns) {
      return index + returns.count
    }
    return nil
  }

  // MARK: - Sending

  @discardableResult
  func send(_ bytes: [UInt8]) -> Bool {
    var remainder = bytes[...]
    while !remainder.isEmpty {
      let count = unsafe remainder.withUnsafeBytes { buffer in
        unsafe sendWithoutSignal(descriptor.rawValue, buffer)
      }
      guard count > 0 else { return false }
      remainder = remainder.dropFirst(count)
    }
    return true
  }

  func send(_ response: PageResponse, isHead: Bool) {
    guard send(Self.head(response.status, response.type, UInt64(response.body.count))), !isHead
    else { return }
    send(response.body)
  }

  func send(_ file: ReadableFile, _ type: String, isHead: Bool) {
    guard send(Self.head("200 OK", type, file.status.size)), !isHead else { return }
    var offset: UInt64 = 0
    while offset < file.status.size {
      let count = Int(min(UInt64(Self.chunkSize), file.status.size - offset))
      guard let chunk = try? file.read(at: offset, count: count), send(Array(chunk)) else { return }
      offset += UInt64(count)
    }
  }

  /// Keeps pages from other sites from embedding a response.
  private static let ownPages = "Cross-Origin-Resource-Policy: same-origin"

  func sendEventHead() -> Bool {
    send(
      Array(
        """
        HTTP/1.1 200 OK\r
        Content-Type: text/event-stream\r
        Cache-Control: no-store\r
        \(Self.ownPages)\r
        Connection: close\r
        \r
        retry: 1000


        """.utf8))
  }

  private static func head(_ status: String, _ type: String, _ length: UInt64) -> [UInt8] {
    Array(
      """
      HTTP/1.1 \(status)\r
      Content-Type: \(type)\r
      Content-Length: \(length)\r
      Cache-Control: no-store\r
      \(ownPages)\r
      X-Content-Type-Options: nosniff\r
      Connection: close\r
      \r

      """.utf8)
  }
}

/// Sends bytes.
///
/// If the client has hung up, this fails instead of raising `SIGPIPE`.
private func sendWithoutSignal(_ socket: Int32, _ bytes: UnsafeRawBufferPointer) -> Int {
  // This is MSG_NOSIGNAL. Darwin has a socket option instead.
  #if canImport(Darwin)
  let flags: Int32 = 0
  #else
  let flags: Int32 = 0x4000
  #endif
  return unsafe send(socket, bytes.baseAddress, bytes.count, flags)
}

enum MediaType {
  private static let types = [
    "html": "text/html; charset=utf-8", "js": "text/javascript; charset=utf-8",
    "mjs": "text/javascript; charset=utf-8", "css": "text/css; charset=utf-8",
    "json": "application/json", "svg": "image/svg+xml", "png": "image/png", "jpg": "image/jpeg",
    "jpeg": "image/jpeg", "gif": "image/gif", "webp": "image/webp", "ico": "image/x-icon",
    "woff": "font/woff", "woff2": "font/woff2", "ttf": "font/ttf", "wasm": "application/wasm",
    "zip": "application/zip", "txt": "text/plain; charset=utf-8",
  ]

  static func of(_ name: String) -> String {
    let suffix = name.split(separator: ".").last.map { $0.lowercased() } ?? ""
    return types[suffix] ?? "application/octet-stream"
  }
}
