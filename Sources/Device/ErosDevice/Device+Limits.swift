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
    public var lockTimeout: Duration = .seconds(10)

    /// The number of launches in the trial of a release.
    public var trialLaunches = 2

    /// The maximum number of files in a release.
    public var maximumFiles = 100_000

    /// The maximum total size of a release's files, in bytes.
    public var maximumSize: UInt64 = 512 << 20

    /// Creates the default limits.
    public init() {}
  }
}
