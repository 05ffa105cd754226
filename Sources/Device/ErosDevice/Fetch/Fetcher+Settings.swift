import ErosCore
package import ErosTransport
import ErosTrust

extension Fetcher {
  /// Limits for an update.
  package struct Settings: Sendable {
    /// For one metadata file, including repeated requests.
    var metadataTime: TimeLength = .seconds(60)

    /// For a bundle or a patch, in addition to the time that its bytes take at ``minimumRate``.
    var downloadTime: TimeLength = .seconds(120)

    /// In bytes per second.
    var minimumRate: UInt64 = 4096

    /// The longest wait for another process that updates the sandbox.
    var lockTimeout: TimeLength = .seconds(10)

    package var retries = RetryPolicy()

    var limits = TrustLimits.standard

    package init() {}
  }
}
