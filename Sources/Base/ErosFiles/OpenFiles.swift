/// Limits how many files this process and each of its objects may keep open.
package enum OpenFiles {
  private static let defaultLimit = 64
  /// One object may use this part of the process's limit.
  private static let share = 4

  /// At least 1.
  package static var limit: Int {
    let maximum = sysconf(Int32(_SC_OPEN_MAX))
    return maximum > 0 ? max(1, min(defaultLimit, maximum / share)) : defaultLimit
  }

  /// Raises this process's limit as far as the system allows for any user.
  ///
  /// - Returns: The limit.
  package static func raiseLimit() -> Int {
    var limit = rlimit(rlim_cur: 0, rlim_max: 0)
    #if canImport(Darwin)
    let resource = RLIMIT_NOFILE
    #else
    let resource = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
    #endif
    if unsafe getrlimit(resource, &limit) == 0, limit.rlim_cur < limit.rlim_max {
      limit.rlim_cur = limit.rlim_max
      _ = unsafe setrlimit(resource, &limit)
    }
    let maximum = sysconf(Int32(_SC_OPEN_MAX))
    return maximum > 0 ? maximum : .max
  }
}
