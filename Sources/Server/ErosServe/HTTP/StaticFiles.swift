import ErosCore
import ErosFiles
import ErosTransport
import ErosTrust
import HTTPTypes
import Hummingbird
import NIOCore
import SystemPackage

/// Serves the files of a store: metadata, targets, and downloads for legacy clients.
struct StaticFiles: Sendable {
  /// Bytes per read.
  private static let partLength = 128 << 10
  private static let immutable = "public, max-age=31536000, immutable"
  private static let short = "public, max-age=30"
  private static let folders: Set = ["metadata", "targets", "legacy"]
  private static let methods: [HTTPRequest.Method] = [.get, .head]
  /// The maximum number of parts in a path.
  ///
  /// Release files have five.
  private static let maximumDepth = 16

  /// `nil` if the server only redirects.
  private let root: FollowedFolder?
  /// The CDN.
  private let redirect: WebAddress?
  private let tags = EntityTags()
  /// Limits the number of large files that are sent at once.
  private let downloads: Slots

  /// - Parameters:
  ///   - root: The folder of the store, or `nil` to redirect every request.
  ///   - redirect: Where to redirect requests for targets and legacy files.
  ///   - maximumDownloads: The maximum number of large files sent at once. One HTTP/2 connection
  ///     can ask for many.
  init(root: FollowedFolder?, redirect: WebAddress?, maximumDownloads: Int = .max) {
    self.root = root
    self.redirect = redirect
    downloads = Slots(count: maximumDownloads)
  }

  /// Returns `nil` if the path cannot name a store file.
  func respond(to request: ServerRequest) async throws -> Response? {
    let parts = request.path.dropFirst().split(separator: "/", omittingEmptySubsequences: false)
    guard let first = parts.first, Self.folders.contains(String(first)) else { return nil }
    guard Self.methods.contains(request.method) else { return .notAllowed(Self.methods) }
    // Each part is decoded and checked, so long paths would be expensive.
    guard parts.count <= Self.maximumDepth else { return .status(.notFound) }
    // An encoded slash must not become a separator.
    let names = parts.map { String($0).percentDecoded ?? "/" }
    guard !names.contains(where: { $0.contains("/") || $0.hasPrefix(".") }),
      let key = ObjectKey(names.joined(separator: "/")), names.count > 1
    else { return .status(.notFound) }
    if let redirect, root == nil || Self.isDownload(key) {
      return try Self.redirection(to: redirect, key)
    }
    guard let file = try root?.open(key) else { return Self.notFound(key) }
    return try await response(request, file, key)
  }

  /// The next root metadata may appear soon, so caches keep its 404 for only a minute.
  private static func notFound(_ key: ObjectKey) -> Response {
    .status(
      .notFound, cache: key.text.hasSuffix(".root.json") ? "public, max-age=60" : "no-store")
  }

  /// Returns `true` if the CDN delivers the file.
  ///
  /// The server delivers metadata itself, so that it is never older than its remaining responses.
  private static func isDownload(_ key: ObjectKey) -> Bool {
    !StoreLayout.isMetadata(key) && !key.text.hasSuffix("/index.json")
  }

  private static func redirection(to address: WebAddress, _ key: ObjectKey) throws -> Response {
    let path = key.components.map(\.percentEncoded).joined(separator: "/")
    // A cached redirect would keep metadata stale longer.
    var response = Response.status(.found, cache: isDownload(key) ? short : "no-store")
    response.headers[.location] = try address.appending(path).text
    return response
  }

  // MARK: - Files

  private func response(
    _ request: ServerRequest, _ file: ReadableFile, _ key: ObjectKey
  ) async throws -> Response {
    let length = file.status.size
    let tag = try await tags.tag(of: file, named: key)
    var fields: HTTPFields = [
      .eTag: tag, .acceptRanges: "bytes", .cacheControl: Self.cache(of: key),
      .contentType: Self.type(of: key),
    ]
    if let match = request.headers[.ifMatch],
      !EntityTags.field(match, contains: tag, strongly: true)
    {
      return .status(.preconditionFailed)
    }
    if let cachedTags = request.headers[.ifNoneMatch],
      EntityTags.field(cachedTags, contains: tag, strongly: false)
    {
      fields[.contentLength] = "\(length)"
      return Self.withoutBody(.notModified, fields)
    }
    switch range(request, length, tag) {
    case .ignored: return try send(file, 0..<length, .ok, fields, request.method)
    case .part(let part):
      fields[.contentRange] = "bytes \(part.lowerBound)-\(part.upperBound - 1)/\(length)"
      return try send(file, part, .partialContent, fields, request.method)
    case .unsatisfiable:
      var response = Response.status(.rangeNotSatisfiable)
      response.headers[.contentRange] = "bytes */\(length)"
      return response
    }
  }

  /// The range counts only if `If-Range` matches.
  private func range(_ request: ServerRequest, _ length: UInt64, _ tag: String) -> ByteRange {
    guard request.method == .get, let range = request.headers[.range],
      request.headers[.ifRange].map({ $0 == tag }) ?? true
    else { return .ignored }
    return ByteRange(range, length: length)
  }

  private func send(
    _ file: ReadableFile, _ part: Range<UInt64>, _ status: HTTPResponse.Status,
    _ fields: HTTPFields, _ method: HTTPRequest.Method
  ) throws -> Response {
    var fields = fields
    fields[.contentLength] = "\(part.count)"
    guard method == .get else { return Self.withoutBody(status, fields) }
    guard let body = try body(file, part) else { return .notReady }
    return Response(status: status, headers: fields, body: body)
  }

  private static func withoutBody(_ status: HTTPResponse.Status, _ fields: HTTPFields) -> Response {
    Response(status: status, headers: fields, body: ResponseBody())
  }

  /// Returns `nil` if too many files are being sent.
  ///
  /// If the file gets shorter meanwhile, the connection ends.
  private func body(_ file: ReadableFile, _ part: Range<UInt64>) throws -> ResponseBody? {
    let partLength = Self.partLength
    guard part.count > partLength else {
      let bytes = try file.read(at: part.lowerBound, count: part.count)
      guard bytes.count == part.count else { throw FileError(.read, file.path, .ioError) }
      return ResponseBody(byteBuffer: ByteBuffer(bytes: bytes))
    }
    guard let slot = downloads.take() else { return nil }
    return ResponseBody(contentLength: part.count) { writer in
      // Releasing the body frees the slot, even if it was never sent.
      defer { withExtendedLifetime(slot) {} }
      try await runOffEventLoop {
        var offset = part.lowerBound
        while offset < part.upperBound {
          let bytes = try file.read(
            at: offset, count: Int(min(UInt64(partLength), part.upperBound - offset)))
          guard !bytes.isEmpty else { throw FileError(.read, file.path, .ioError) }
          offset += UInt64(bytes.count)
          try await writer.write(ByteBuffer(bytes: bytes))
        }
        try await writer.finish(nil)
      }
    }
  }

  private static func cache(of key: ObjectKey) -> String {
    let changes = key == StoreLayout.timestamp || key.text.hasSuffix("/index.json")
    return changes ? short : immutable
  }

  private static func type(of key: ObjectKey) -> String {
    switch key.text {
    case let text where text.hasSuffix(".json"): "application/json"
    case let text where text.hasSuffix(".zip"): "application/zip"
    default: "application/octet-stream"
    }
  }
}
