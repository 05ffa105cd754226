import CLinux
package import ErosFiles
import SystemPackage

/// Keeps this process's memory out of core files and crash reports, before it holds a secret.
///
/// On Linux, the same user's other processes cannot read the memory either. The protection lasts
/// until the process ends. Programs that it runs are not protected, except from writing core files.
///
/// - Throws: ``FileError`` if the system refuses.
package func forbidCoreDumps() throws(FileError) {
  // The Swift runtime's handlers print registers and the memory that they point to.
  for number in [SIGABRT, SIGBUS, SIGFPE, SIGILL, SIGQUIT, SIGSEGV, SIGTRAP] {
    signal(number, SIG_DFL)
  }
  try attempt(.protect, "memory of this process") { () throws(Errno) in
    var limit = rlimit(rlim_cur: 0, rlim_max: 0)
    #if canImport(Darwin)
    try system { unsafe setrlimit(RLIMIT_CORE, &limit) }
    #else
    try system { unsafe setrlimit(__rlimit_resource_t(RLIMIT_CORE.rawValue), &limit) }
    // A program that receives cores from the system ignores the limit.
    try system { eros_forbid_dumps() }
    #endif
  }
}
