import ErosCore
import ErosRegistry
import ErosSyntax

extension Finding {
  /// The finding, with an error lowered to a warning.
  ///
  /// Adopting also describes an app with mistakes; `eros sources` fails because of them.
  var loweredToWarning: Finding { severity == .error ? with(.warning) : self }

  /// Creates a finding in a source.
  init(
    _ rule: RegistryRule, at location: FilePosition, _ message: Message, _ remedy: Message? = nil,
    severity: Severity? = nil
  ) {
    self.init(
      rule, as: severity, file: location.file, at: location.position, message, remedy: remedy)
  }
}

extension [Finding] {
  /// Adds a finding that no file of `folders` was read, unless there is one for each folder.
  ///
  /// A folder with only unreadable files, or only build scripts, is not empty.
  mutating func addNothingToRead(in folders: [String], of what: String) {
    guard let folder = folders.first, !contains(where: { $0.has(RegistryRule.nothingToRead) })
    else { return }
    append(
      Finding(
        .nothingToRead, at: FilePosition(file: folder, position: .start),
        "no \(what) could be read, so nothing was compared", "pass the folder that contains it"))
  }
}
