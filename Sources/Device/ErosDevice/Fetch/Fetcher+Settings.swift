package import ErosCore
package import ErosTransport
package import ErosTrust

extension Fetcher {
  /// The limits of an update.
  package struct Settings: Sendable {
    /// The maximum time for a metadata file, including repeated requests.
    package var metadataTime: TimeLength = .seconds(60)

    /// The maximum time for a bundle or a patch, in addition to the time for its bytes.
    package var downloadTime: TimeLength = .seconds(120)

    /// The minimum download rate in bytes per second, which limits the time of a download.
    package var minimumRate: UInt64 = 4096

    /// The maximum wait for another process that updates the sandbox.
    package var lockTimeout: TimeLength = .seconds(10)

    /// The rules for repeating requests.
    package var retries = RetryPolicy()

    /// The limits on metadata.
    package var limits = TrustLimits.standard

    /// Creates the default limits.
    package init() {}
  }
}
