import Foundation
import Testing

/// Limits of this process, for exit tests.
public enum ProcessLimits {
  /// Limits the number of open files to `maximum`.
  ///
  /// Files that this process inherited count too.
  public static func limitOpenFiles(to maximum: Int) throws {
    #if canImport(Darwin)
    let files = RLIMIT_NOFILE
    #else
    let files = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
    #endif
    var limit = rlimit()
    try #require(getrlimit(files, &limit) == 0)
    let standardStreams = 3
    let inherited = try FileManager.default.contentsOfDirectory(atPath: "/dev/fd").count
    limit.rlim_cur = rlim_t(maximum + max(0, inherited - standardStreams))
    try #require(setrlimit(files, &limit) == 0)
  }

  /// Enters the folder `path`.
  ///
  /// A process of root then becomes an ordinary user who owns the folder.
  ///
  /// Use relative paths afterwards: parents of the folder may be inaccessible.
  public static func dropPrivileges(in path: String) throws {
    try #require(chdir(path) == 0)
    guard geteuid() == 0 else { return }
    let user: uid_t = 65_534
    let items = try FileManager.default.subpathsOfDirectory(atPath: ".") + ["."]
    for item in items { try #require(lchown(item, user, user) == 0) }
    try #require(setgid(user) == 0 && setuid(user) == 0)
  }
}
