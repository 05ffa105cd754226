import ErosCore
import ErosCrypto
import ErosFiles
import ErosTransport
import ErosTrust

/// A client of one repository, which refreshes its metadata and downloads targets.
struct Client {
  private let folder: TrustFolder
  private let metadata: Repository
  private var update: TrustUpdate

  init(folder: TrustFolder, metadata: Repository, now: Int64) throws {
    self.folder = folder
    self.metadata = metadata
    update = try TrustUpdate(stored: folder.load(), now: now)
  }

  /// Updates the metadata of the top-level roles.
  mutating func refresh() async throws {
    while let step = try update.next() {
      switch step {
      case .fetch(let request): update.receive(try await metadata.answer(to: request))
      case .change(let change): try folder.apply(change)
      }
    }
  }

  /// Downloads a target, unless its file in `targetFolder` has the contents that metadata names.
  mutating func download(
    _ path: String, from targets: Repository, to targetFolder: String
  ) async throws {
    update.find(path)
    try await refresh()
    guard let target = update.found?.file else { throw ClientError.notFound(path) }
    let file = targetFolder + "/" + Self.fileName(of: path)
    if let present = try? ReadableFile(file), try Self.matches(present, target) { return }
    let url = Self.urlPath(
      of: path, digest: update.root.usesConsistentSnapshots ? target.digest : nil)
    let staged = try StagedFile(file)
    try await targets.download(url, length: UInt64(target.length), to: staged)
    guard try Self.matches(staged.reader(), target) else { throw ClientError.wrongContents(path) }
    try StagedFile.commit([staged])
  }

  private static func matches(_ file: ReadableFile, _ target: TargetFile) throws -> Bool {
    var hasher = try FileHasher()
    try file.forEachChunk { try hasher.update($0.span) }
    let digest = try hasher.finish()
    return digest.size == UInt64(target.length) && digest.sha256 == target.digest
  }

  /// Returns a file name for a target path: the path, percent-encoded.
  private static func fileName(of path: String) -> String {
    let name = path.percentEncoded
    // `.` and `..` are folders.
    return name.allSatisfy { $0 == "." } ? name.replacing(".", with: "%2E") : name
  }

  /// Returns the URL path of a target; the file name starts with the digest if there is one.
  private static func urlPath(of path: String, digest: SHA256Digest?) -> String {
    var components = path.split(separator: "/", omittingEmptySubsequences: false)
      .map { String($0).percentEncoded }
    if let digest, let name = components.popLast() { components.append("\(digest).\(name)") }
    return components.joined(separator: "/")
  }
}

/// A folder of a repository on a web server.
struct Repository {
  private static let seconds = 60

  let address: WebAddress
  let transport: any Transport

  /// Downloads a metadata file.
  func answer(to request: MetadataRequest) async throws -> MetadataAnswer {
    let url = try address.appending(request.path)
    do {
      let answer = try await transport.send(
        TransportRequest(.get, url, deadline: .now + .seconds(Self.seconds)),
        limit: request.maximumLength)
      switch answer.head.status {
      case 200: return .bytes(answer.body)
      case 403, 404: return .missing
      default: throw TransportError.unexpectedStatus(url, answer.head.status)
      }
    } catch TransportError.tooMuchData {
      return .tooLong
    }
  }

  /// Downloads at most `length` bytes to `file`.
  func download(_ path: String, length: UInt64, to file: StagedFile) async throws {
    let url = try address.appending(path)
    var offset: UInt64 = 0
    try await transport.download(
      TransportRequest(.get, url, deadline: .now + .seconds(Self.seconds)), limit: length,
      head: { head in
        guard head.status == 200 else { throw TransportError.unexpectedStatus(url, head.status) }
        return .receive
      },
      into: { bytes in
        var part: [UInt8] = []
        part.reserveCapacity(bytes.count)
        for index in bytes.indices { part.append(bytes[index]) }
        try file.write(part, at: offset)
        offset += UInt64(part.count)
      })
  }
}

/// An error of a download.
enum ClientError: Error, CustomStringConvertible {
  /// No role that may name the target does.
  case notFound(String)
  /// The target does not have the length and the digest that metadata names.
  case wrongContents(String)

  var description: String {
    switch self {
    case .notFound(let path): "target '\(path.escapedForDisplay)' not found in the metadata"
    case .wrongContents(let path):
      "target '\(path.escapedForDisplay)' does not have the contents that the metadata names"
    }
  }
}
