import ErosCore
import ErosFiles
import ErosTransport
import ErosTrust
import SystemPackage

/// A client that downloads the bundles and patches of a store.
struct ArtifactClient {
  private static let folder = "targets/"
  /// The number of bytes after which an interrupted download counts as progress.
  private static let progressLength: UInt64 = 64 << 10
  /// The maximum number of times that received bytes are discarded.
  private static let maximumRestarts = 3

  let store: WebAddress
  let transport: any Transport
  let settings: Fetcher.Settings
  let downloads: Folder

  /// Downloads an artifact, or completes an earlier download.
  ///
  /// - Returns: The file, whose length and digest are verified, and the number of received bytes.
  /// - Throws: `TransportError`, ``FetchError``, `FileError`, or `CancellationError`. What was
  ///   received stays on disk for the next attempt, unless its digest is wrong.
  func download(
    _ artifact: FetchArtifact, needing space: UInt64, progress: @escaping (UInt64) -> Void
  ) async throws -> ReadableFile {
    guard case .sha256(let digest) = artifact.file.digest, artifact.file.length >= 0 else {
      throw FetchError.damaged(artifact.path)
    }
    let download = try Download(
      artifact.path, digest, length: UInt64(artifact.file.length), in: downloads)
    try checkSpace((download.length - download.count).addingWithoutOverflow(space))
    let path = artifact.file.consistentPath(of: artifact.path)
      .split(separator: "/").map { String($0).percentEncoded }.joined(separator: "/")
    var attempt = Attempt(
      download, address: try store.appending(Self.folder + path),
      deadline: .now + settings.time(for: download.length), progress: progress)
    while true {
      if !download.isComplete { try await receive(&attempt) }
      if try download.matches() { return try download.open() }
      let wasContinued = download.isContinued
      try download.restart(tag: nil)
      guard wasContinued else { throw FetchError.damaged(artifact.path) }
      // The first part belongs to other contents.
      try attempt.countRestart()
    }
  }

  private func checkSpace(_ space: UInt64) throws {
    let free = try downloads.availableSpace()
    if free < space {
      throw FetchError.noSpace(folder: downloads.path, needed: space, free: free)
    }
  }

  /// Receives the rest of a file in as many requests as are needed.
  private func receive(_ attempt: inout Attempt) async throws {
    let deadline = attempt.deadline
    try await settings.retries.perform(until: deadline) {
      let start = attempt.download.count
      let failure: TransportError
      var pause: Duration?
      do {
        let head = try await send(&attempt)
        if attempt.download.isComplete { return .complete(()) }
        if [403, 404, 410].contains(head.status) { throw FetchError.missing(attempt.path) }
        pause = head.requestedPause
        failure = head.isTemporaryFailure ? head.unexpectedStatus : .closedEarly(head.address)
      } catch let error as TransportError where error.isTemporary {
        // The digest decides, however the connection ended after the last byte.
        if attempt.download.isComplete { return .complete(()) }
        failure = error
      } catch is UnusableRange {
        try attempt.countRestart()
        try attempt.download.restart(tag: nil)
        return .again
      }
      let madeProgress = attempt.download.count >= start + Self.progressLength
      return .failed(failure, pause: pause, madeProgress: madeProgress)
    }
  }

  private func send(_ attempt: inout Attempt) async throws -> TransportHead {
    try await transport.download(
      attempt.request, limit: attempt.download.length, head: { try attempt.start($0) },
      into: { try attempt.receive($0) })
  }

  /// A range that does not continue the received bytes.
  private struct UnusableRange: Error {}

  /// The requests for one artifact.
  private struct Attempt {
    let download: Download
    let address: WebAddress
    let deadline: ContinuousClock.Instant
    let progress: (UInt64) -> Void
    private var restarts = 0

    init(
      _ download: Download, address: WebAddress, deadline: ContinuousClock.Instant,
      progress: @escaping (UInt64) -> Void
    ) {
      self.download = download
      self.address = address
      self.deadline = deadline
      self.progress = progress
    }

    var path: String { download.path }

    var request: TransportRequest {
      var request = TransportRequest(.get, address, deadline: deadline)
      if download.count > 0, let tag = download.tag {
        request.fields["Range"] = "bytes=\(download.count)-"
        request.fields["If-Range"] = tag.text
      }
      return request
    }

    /// Counts that received bytes are discarded.
    mutating func countRestart() throws(FetchError) {
      restarts += 1
      guard restarts <= ArtifactClient.maximumRestarts else { throw .interrupted(path) }
    }

    /// Checks the head of an answer.
    mutating func start(_ head: TransportHead) throws -> TransportBodyUse {
      switch head.status {
      case 200:
        try head.checkEncoding()
        if let length = head.contentLength, length != download.length {
          throw FetchError.damaged(path)
        }
        if download.count > 0 { try countRestart() }
        try download.restart(tag: head.entityTag.flatMap { $0.isStrong ? $0 : nil })
        return .receive
      case 206:
        try head.checkEncoding()
        guard download.count > 0, let tag = download.tag, let range = head.contentRange,
          range.bytes.lowerBound == download.count, range.bytes.upperBound < download.length,
          range.total ?? download.length == download.length, head.strongETag ?? tag.text == tag.text
        else { throw UnusableRange() }
        download.continueWithNextAnswer()
        return .receive
      case 416 where download.count > 0: throw UnusableRange()
      case 403, 404, 410: return .ignore
      default:
        if head.isTemporaryFailure { return .ignore }
        throw head.unexpectedStatus
      }
    }

    mutating func receive(_ part: Span<UInt8>) throws {
      try download.append(part)
      progress(download.count)
    }
  }
}

extension UInt64 {
  /// Returns the sum, or ``max`` if it does not fit.
  func addingWithoutOverflow(_ other: UInt64) -> UInt64 {
    let (sum, overflow) = addingReportingOverflow(other)
    return overflow ? .max : sum
  }

  /// Returns the product, or ``max`` if it does not fit.
  func multipliedWithoutOverflow(by other: UInt64) -> UInt64 {
    let (product, overflow) = multipliedReportingOverflow(by: other)
    return overflow ? .max : product
  }
}
