import ErosCore
package import ErosTransport
import ErosTrust

extension Fetcher {
  /// The limits of an update.
  package struct Settings: Sendable {
    /// The maximum time for a metadata file, including repeated requests.
    var metadataTime: TimeLength = .seconds(60)

    /// The maximum time for a bundle or a patch, in addition to the time for its bytes.
    var downloadTime: TimeLength = .seconds(120)

    /// The minimum download rate in bytes per second, which limits the time of a download.
    var minimumRate: UInt64 = 4096

    /// The maximum wait for another process that updates the sandbox.
    var lockTimeout: TimeLength = .seconds(10)

    /// The rules for repeating requests.
    package var retries = RetryPolicy()

    /// The limits on metadata.
    var limits = TrustLimits.standard

    /// Creates the default limits.
    package init() {}
  }
}
