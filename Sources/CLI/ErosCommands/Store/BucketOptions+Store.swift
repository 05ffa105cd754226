import ErosCommandLine
import ErosStore
import ErosTransport

extension BucketOptions {
  /// Runs `body` with the writable store at a location.
  func withStore<Result>(
    at location: StoreLocation, creating: Bool = false, retries: RetryPolicy,
    isSinglePublisher: Bool = false,
    _ body: (any ObjectStore) async throws -> Result
  ) async throws -> Result {
    switch location {
    case .folder(let path): return try await body(FolderStore.named(path, creating: creating))
    case .web: throw CommandError.readOnlyStore("\(location)")
    case .bucket(let name, let prefix):
      return try await withBucket(
        name, prefix: prefix, retries: retries, isSinglePublisher: isSinglePublisher
      ) { try await body($0) }
    }
  }
}
