import ErosBundle
public import ErosCore

extension Device {
  /// The limits of releases and calls.
  ///
  /// ```swift
  /// var limits = Device.Limits()
  /// limits.maximumSize = 64 << 20
  /// limits.lockTimeout = .seconds(2)
  /// ```
  public struct Limits: Sendable {
    /// The number of verification threads.
    public var threads = 2

    /// The maximum wait for another process that uses the folder.
    public var lockTimeout: TimeLength = .seconds(10)

    /// The number of launches of a release on trial; 2 by default.
    public var trialLaunches = SandboxEvent.Start.defaultAttempts

    /// The maximum number of files in a release; 100,000 by default.
    public var maximumFiles = ZipLimits().entries

    /// The maximum total size of a release's files in bytes; 512 MiB by default.
    public var maximumSize = ZipLimits().totalSize

    /// Creates the default limits.
    public init() {}
  }
}
