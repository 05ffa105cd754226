import CErosDevice
import ErosDevice

extension Device {
  private static let maximumThreads: UInt32 = 64

  /// Creates a device from a host's options.
  ///
  /// - Throws: ``ArgumentError`` if one is missing or invalid.
  @unsafe
  convenience init(_ options: UnsafePointer<eros_device_options>?) throws(ArgumentError) {
    // Version 1 has the fields up to `app_version`.
    let options = try unsafe copyStructure(
      options, "options", through: \.app_version, defaults: eros_device_options())
    let folder = try unsafe text(options.folder, "options->folder")
    guard !folder.isEmpty else { throw ArgumentError("options->folder is empty") }
    var limits = Limits()
    if unsafe options.threads > 0 {
      limits.threads = Int(min(unsafe options.threads, Self.maximumThreads))
    }
    if unsafe options.lock_timeout > 0 {
      limits.lockTimeout = unsafe .milliseconds(options.lock_timeout)
    }
    if unsafe options.trial_launches > 0 {
      limits.trialLaunches = Int(unsafe options.trial_launches)
    }
    if unsafe options.maximum_files > 0 { limits.maximumFiles = Int(unsafe options.maximum_files) }
    if unsafe options.maximum_size > 0 { limits.maximumSize = unsafe options.maximum_size }
    self.init(
      folder, appVersion: try unsafe appVersion(options), platform: try unsafe platform(options),
      limits: limits, storageHasOwners: unsafe options.storage_without_owners == 0)
  }
}

@unsafe
private func appVersion(_ options: eros_device_options) throws(ArgumentError) -> NativeVersion? {
  guard let text = try unsafe optionalText(options.app_version, "options->app_version") else {
    return nil
  }
  guard let version = NativeVersion(text) else {
    throw ArgumentError(
      "options->app_version \(NativeVersion.problem(of: text))", remedy: NativeVersion.remedy)
  }
  return version
}

@unsafe
private func platform(_ options: eros_device_options) throws(ArgumentError) -> Platform? {
  switch unsafe Int(options.platform) {
  case EROS_PLATFORM_UNKNOWN: nil
  case EROS_PLATFORM_ANDROID: .android
  case EROS_PLATFORM_IOS: .ios
  default: throw ArgumentError("options->platform is \(unsafe options.platform)")
  }
}
