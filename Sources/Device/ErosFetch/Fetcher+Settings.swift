package import ErosTransport
package import ErosTrust

extension Fetcher {
  /// The limits of an update.
  public struct Settings: Sendable {
    /// The maximum time for one metadata file, repeated requests included.
    public var metadataTime: Duration = .seconds(60)

    /// The time for a bundle or a patch, in addition to that for its bytes.
    public var downloadTime: Duration = .seconds(120)

    /// The minimum number of bytes a second, which limits the time of a download.
    public var minimumRate: UInt64 = 4096

    /// The time to wait for another process that updates the sandbox.
    public var lockTimeout: Duration = .seconds(10)

    /// The rules for repeating requests.
    package var retries = RetryPolicy()

    /// The limits on metadata.
    package var limits = TrustLimits.standard

    /// Creates the default limits.
    public init() {}
  }

  /// A step of an update, for progress bars.
  public enum Step: Sendable {
    /// Reads the metadata.
    case checking
    /// Downloads a bundle or a patch.
    case downloading(received: UInt64, total: UInt64)
    /// Verifies and unpacks the release.
    case staging(done: UInt64, total: UInt64)
  }
}
