public import ErosCore
import ErosFiles

extension Device {
  /// Switches the running app to the staged release now instead of at the next launch.
  ///
  /// Call this before your app opens a page, or when it resumes, if a release is urgent:
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
  /// Load new pages from the `path` you get. Open pages, and the pages they lead to, keep their
  /// folder, so no page mixes files from two releases. All releases since the last foreground
  /// launch stay on disk until the next foreground launch.
  ///
  /// The release is then on trial with all its launches left. Confirm it when its first page
  /// appears. If it fails, call ``failed(token:reason:errorClass:stack:at:)`` and continue with
  /// your previous launch.
  ///
  /// - Parameter time: The current time. Pass `nil` to read the system clock.
  /// - Returns: The launch for new pages, or `nil` if your app should continue with its release.
  ///   This happens if nothing is staged, the staged release needs a newer app, a trial is in
  ///   progress, the app was not launched in the foreground, or it has applied four releases since.
  /// - Throws: `SandboxError` or `FileError`. Your app then continues with its release.
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
