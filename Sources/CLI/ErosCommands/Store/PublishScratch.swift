import ErosFiles

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The scratch folder of the commands that download bundles.
enum PublishScratch {
  /// The path beside which the folder is created, in the folder for temporary files.
  ///
  /// It is the same for each command of a user, so that a later command removes the folder of a killed
  /// one.
  static var path: String {
    let folder = ProcessInfo.processInfo.environment["TMPDIR"] ?? ""
    return "\(folder.isEmpty ? "/tmp" : folder)/eros-publish-\(getuid())"
  }
}
