import ErosCore
import ErosFiles
import ErosTrust
import SystemPackage

/// Downloads bundles and patches from a store.
struct ArtifactClient {
  let store: any ObjectReader
  let downloads: Folder

  /// Downloads an artifact, or continues an earlier download.
  ///
  /// - Parameters:
  ///   - artifact: The file in the store.
  ///   - space: How many bytes staging needs on the disk, in addition to the file itself.
  ///   - progress: Called after each part with the number of received bytes.
  /// - Returns: The file. Its length and digest are verified.
  /// - Throws: ``FetchError`` if the disk is too full or the file is missing or damaged,
  ///   `ObjectError` or `TransportError` if it cannot be read, `FileError` if it cannot be written,
  ///   or `CancellationError`. Received bytes stay on disk for the next attempt, unless the digest
  ///   is wrong.
  func download(
    _ artifact: FetchArtifact, needing space: UInt64, progress: @escaping (UInt64) -> Void
  ) async throws -> ReadableFile {
    let file = artifact.file
    guard case .sha256(let digest) = file.digest, file.length >= 0,
      let key = StoreLayout.targetKey(artifact.path, file)
    else { throw FetchError.damaged(artifact.path) }
    let download = try Download(
      artifact.path, digest, length: UInt64(file.length), in: downloads, progress: progress)
    try checkSpace((download.length - download.count).addingWithoutOverflow(space))
    while true {
      if !download.isComplete {
        guard try await store.download(key, length: download.length, into: download) else {
          throw FetchError.missing(artifact.path)
        }
      }
      guard download.isComplete else { throw FetchError.damaged(artifact.path) }
      if try download.matches() { return try download.open() }
      try download.discard()
    }
  }

  private func checkSpace(_ space: UInt64) throws {
    let free = try downloads.availableSpace()
    if free < space {
      throw FetchError.noSpace(folder: downloads.path, needed: space, free: free)
    }
  }
}

extension UInt64 {
  /// Returns ``max`` on overflow.
  func addingWithoutOverflow(_ other: UInt64) -> UInt64 {
    let (sum, overflow) = addingReportingOverflow(other)
    return overflow ? .max : sum
  }

  /// Returns ``max`` on overflow.
  func multipliedWithoutOverflow(by other: UInt64) -> UInt64 {
    let (product, overflow) = multipliedReportingOverflow(by: other)
    return overflow ? .max : product
  }
}
