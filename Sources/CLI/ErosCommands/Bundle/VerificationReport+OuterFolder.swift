import ErosBundle
import ErosCore

extension VerificationReport {
  /// A hint for a zip whose files are all in one folder.
  var outerFolderHint: Message? {
    guard has(.manifestMissing), let path = files.first?.entry.path,
      let name = path.string.split(separator: "/").first, path.string.contains("/"),
      files.allSatisfy({ $0.entry.path.string.hasPrefix(name + "/") })
    else { return nil }
    return
      "all files are below '\(name.description.escapedForDisplay)/', so apps do not find them; zip the contents of the folder, or run `eros pack \(name.description.shellQuoted)`"
  }
}
