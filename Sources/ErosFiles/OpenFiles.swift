/// The number of files that one object may keep open.
enum OpenFiles {
  private static let defaultLimit = 64
  /// The part of the process's limit of open files that one object may use.
  private static let share = 4

  /// The limit, which is at least 1.
  static var limit: Int {
    let maximum = sysconf(Int32(_SC_OPEN_MAX))
    return maximum > 0 ? max(1, min(defaultLimit, maximum / share)) : defaultLimit
  }
}
