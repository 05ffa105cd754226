import ErosBundle
public import ErosCore

extension Device {
  /// Limits for releases and calls.
  ///
  /// ```swift
  /// var limits = Device.Limits()
  /// limits.maximumSize = 64 << 20
  /// limits.lockTimeout = .seconds(2)
  /// ```
  public struct Limits: Sendable {
    /// The number of verification threads.
    public var threads = 2

    /// The longest wait for another process that uses the folder.
    public var lockTimeout: TimeLength = .seconds(10)

    /// The number of launches that a release on trial gets before it is blocked.
    public var trialLaunches = SandboxEvent.Start.defaultAttempts

    /// The maximum number of files in a release, 100,000 by default.
    public var maximumFiles = ZipLimits().entries

    /// The maximum size of all files in a release, in bytes (512 MiB by default).
    public var maximumSize = ZipLimits().totalSize

    /// Creates the default limits.
    public init() {}
  }
}
