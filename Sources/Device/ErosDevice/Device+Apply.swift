public import ErosCore
import ErosFiles

extension Device {
  /// Switches the running app to the staged release, without waiting for the next launch.
  ///
  /// Call this method for a release that is urgent, before the app opens a page or when it resumes.
  /// Open further pages, and all pages that they lead to, in the folder of the result; leave open pages
  /// where they are. The files of all releases since the last foreground launch stay until the next
  /// one, so no page sees the files of two releases.
  ///
  /// The trial of the release starts as with a launch: confirm it when its first page appears, or
  /// report that it failed, and continue with the launch before. The trial has all its launches left.
  ///
  /// ```swift
  /// let result = try await device.fetch(options, over: transport)
  /// if result.outcome == .staged, result.release?.urgency == .critical,
  ///   let next = try device.applyNow()
  /// {
  ///   launch = next  // The next page is opened in `launch.path`.
  /// }
  /// ```
  ///
  /// - Parameter time: The time, or `nil` for the system's time.
  /// - Returns: The release for further pages. `nil` if the app continues with its release: none is
  ///   staged, the staged release requires a newer app, a trial is in progress, the app was not
  ///   launched in the foreground, or it has applied four releases since.
  /// - Throws: `SandboxError` or `FileError`. The app then continues with its release.
  public func applyNow(at time: Timestamp? = nil) throws -> Launch? {
    try turn.withLock { _ in
      let now = time ?? .now()
      do {
        guard let launch = try sandbox.applyNow(app: app, now: now) else { return nil }
        record(launch, at: now)
        return launch
      } catch let error as any ErosError {
        recordFailedLaunch(error, at: now)
        throw error
      }
    }
  }
}
