import ErosFiles

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The scratch folder for commands that pack or download bundles.
enum ScratchFolder {
  /// A path in the folder for temporary files.
  ///
  /// The scratch folder is created next to it.
  ///
  /// The path is the same for each command of a user, so that a later command removes what a killed
  /// command left behind.
  static var path: String {
    let folder = ProcessInfo.processInfo.environment["TMPDIR"] ?? ""
    return "\(folder.isEmpty ? "/tmp" : folder)/eros-scratch-\(getuid())"
  }
}
