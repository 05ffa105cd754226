import ErosCore
import ErosFiles
import ErosTransport
import ErosTrust

/// Refreshes a repository's metadata and downloads targets.
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
      case .fetch(let request): update.receive(try await metadata.response(to: request))
      case .change(let change): try folder.apply(change)
      }
    }
  }

  /// Downloads a target, unless `targetFolder` already has it as the metadata describe it.
  mutating func download(
    _ path: String, from targets: Repository, to targetFolder: String
  ) async throws {
    update.find(path)
    try await refresh()
    guard let target = update.target?.file else { throw ClientError.notFound(path) }
    let file = targetFolder + "/" + Self.fileName(of: path)
    guard try !Self.isPresent(target, at: file) else { return }
    let remotePath =
      update.root.usesConsistentSnapshots ? target.consistentPath(of: path) : path
    let bytes = try await targets.bytes(
      at: Self.percentEncoded(remotePath), limit: Int(clamping: target.length))
    guard try Self.matches(bytes, target) else { throw ClientError.wrongContents(path) }
    try StagedFile.commit([StagedFile(file, contents: bytes)])
  }

  private static func isPresent(_ target: TargetFile, at path: String) throws -> Bool {
    guard let file = try? ReadableFile(path), file.status.size == UInt64(target.length) else {
      return false
    }
    return try matches(file.read(at: 0, count: Int(target.length)), target)
  }

  private static func matches(_ bytes: [UInt8], _ target: TargetFile) throws -> Bool {
    try bytes.count == Int(target.length) && target.digest.matches(bytes.span)
  }

  /// Returns a file name for a target: its path, percent-encoded.
  private static func fileName(of path: String) -> String {
    let name = path.percentEncoded
    // `.` and `..` are folders.
    return name.allSatisfy { $0 == "." } ? name.replacing(".", with: "%2E") : name
  }

  private static func percentEncoded(_ path: String) -> String {
    path.split(separator: "/", omittingEmptySubsequences: false)
      .map { String($0).percentEncoded }.joined(separator: "/")
  }
}

/// A folder on a web server that holds a repository.
struct Repository {
  private static let seconds = 60

  let address: WebAddress
  let transport: any Transport

  func response(to request: MetadataRequest) async throws -> MetadataResponse {
    do {
      return .bytes(try await bytes(at: request.path, limit: request.maximumLength))
    } catch TransportError.tooMuchData {
      return .tooLong
    } catch TransportError.unexpectedStatus(_, let status) where status == 403 || status == 404 {
      return .missing
    }
  }

  /// Downloads a file of at most `limit` bytes.
  func bytes(at path: String, limit: Int) async throws -> [UInt8] {
    let url = try address.appending(path)
    let request = TransportRequest(.get, url, deadline: .now + .seconds(Self.seconds))
    let response = try await transport.send(request, limit: limit)
    guard response.head.status == 200 else {
      throw TransportError.unexpectedStatus(url, response.head.status)
    }
    return response.body
  }
}

private enum ClientError: ErosError {
  case notFound(String)
  /// The target's length or digest differs from the metadata.
  case wrongContents(String)

  var problem: Message {
    switch self {
    case .notFound(let path): "no trusted role lists the target '\(path.escapedForDisplay)'"
    case .wrongContents(let path):
      "the length or digest of the target '\(path.escapedForDisplay)' does not match the metadata"
    }
  }

  var remedy: Message? { nil }

  var exitStatus: ExitStatus {
    switch self {
    case .notFound: .inputNotFound
    case .wrongContents: .badData
    }
  }
}
