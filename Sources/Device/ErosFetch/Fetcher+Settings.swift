package import ErosTransport
package import ErosTrust

extension Fetcher {
  /// The limits of an update.
  public struct Settings: Sendable {
    /// The maximum time for a metadata file, including repeated requests.
    public var metadataTime: Duration = .seconds(60)

    /// The maximum time for a bundle or a patch, in addition to the time for its bytes.
    public var downloadTime: Duration = .seconds(120)

    /// The minimum download rate in bytes per second, which limits the time of a download.
    public var minimumRate: UInt64 = 4096

    /// The maximum wait for another process that updates the sandbox.
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
