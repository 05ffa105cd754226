import ErosCore
import ErosFiles
import ErosRegistry
import ErosSources

/// The result of `eros adopt`.
struct AdoptedDescription: FindingDetails {
  let description: JSONValue
  let added: Int
  let wrote: String?
  private let resultText: String

  private enum CodingKeys: String, CodingKey { case description, added, wrote }

  /// Shows a description for the file at `path`, or one to print.
  ///
  /// If the file would stay the same, it is not written, and `isChanged` is `false`.
  init(_ adoption: Adoption, path: String?, isChanged: Bool) {
    description = adoption.description
    added = adoption.addedCount
    resultText =
      path == nil
      ? String(decoding: adoption.text.dropLast(), as: UTF8.self) : "nothing to change"
    wrote = isChanged ? path : nil
  }

  func logged(_ findings: [Finding]) -> [Finding] { findings }

  func text(_ style: TextStyle, _ findings: [Finding]) -> String? {
    guard let wrote else { return resultText }
    return
      "wrote \(wrote.escapedForDisplay), with \(Readable.count(added, "entry")) from the sources"
  }
}

/// The result of `eros adopt --patch`.
struct PatchedRegistrations: FindingDetails {
  let patch: String
  let removed: Int
  let files: [String]

  init(_ patch: RegistrationPatch) {
    self.patch = String(decoding: patch.text, as: UTF8.self)
    removed = patch.removedCount
    files = patch.files
  }

  func logged(_ findings: [Finding]) -> [Finding] { findings }

  // The line feed at the end is printed. A carriage return before it is part of the same character.
  func text(_ style: TextStyle, _ findings: [Finding]) -> String? {
    patch.isEmpty ? nil : String(patch.unicodeScalars.dropLast())
  }
}
