import ErosCore
import ErosRegistry
import ErosSyntax

extension Finding {
  /// The finding, with an error lowered to a warning.
  ///
  /// You can adopt an app with mistakes, while `eros sources` fails because of them.
  var loweredToWarning: Finding { severity == .error ? with(.warning) : self }

  init(
    _ rule: RegistryRule, at location: FilePosition, _ message: Message, _ remedy: Message? = nil,
    severity: Severity? = nil
  ) {
    self.init(
      rule, as: severity, file: location.file, at: location.position, message, remedy: remedy)
  }
}

extension [Finding] {
  /// Reports that nothing in `folders` was read, unless each folder has such a finding already.
  ///
  /// A folder that contains only unreadable files or build scripts is not empty.
  mutating func addNothingToRead(in folders: [String], of what: Message) {
    guard let folder = folders.first, !contains(where: { $0.has(RegistryRule.nothingToRead) })
    else { return }
    append(
      Finding(
        .nothingToRead, at: FilePosition(file: folder, position: .start),
        "no \(what) could be read, so nothing was compared", "pass the folder that contains it"))
  }
}
