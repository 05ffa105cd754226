import ErosCore
import ErosFiles
import ErosRegistry
import ErosSources

struct AdoptReport: FindingReport {
  static let command = "eros adopt"
  static let codes: [any FindingCode] = RegistryRule.allCases

  let description: EncodedJSON
  let added: Int
  let findings: [Finding]
  @OrNull var wrote: String?

  /// Reports a description for the file at `path`, or one to print.
  ///
  /// If the file would stay the same, it is not written, and `isChanged` is `false`.
  init(
    _ adoption: Adoption, otherFindings: [Finding], policy: FindingPolicy, path: String?,
    isChanged: Bool
  ) {
    description = EncodedJSON(adoption.description)
    added = adoption.addedCount
    findings = policy.apply(to: adoption.findings + otherFindings)
    wrote = isChanged ? path : nil
    resultText =
      path == nil
      ? String(decoding: adoption.text.dropLast(), as: UTF8.self) : "nothing to change"
  }

  private let resultText: String

  var uncheckedCodes: [String: String] {
    RegistryRule.allCases.filter { !$0.isAboutAdopting && $0 != .wrongBase }.unchecked
  }

  private enum CodingKeys: String, CodingKey { case description, added, findings, wrote }

  func text(_ style: TextStyle) -> String {
    guard let wrote else { return resultText }
    return
      "wrote \(wrote.escapedForDisplay), with \(Readable.count(added, "entry")) from the sources"
  }
}

struct RegistrationPatchReport: FindingReport {
  static let command = "eros adopt --patch"
  static let codes: [any FindingCode] = RegistryRule.allCases

  let patch: String
  let removed: Int
  let files: [String]
  let findings: [Finding]

  var uncheckedCodes: [String: String] {
    RegistryRule.allCases.filter { $0 != .registeredManually }.unchecked
  }

  init(_ patch: RegistrationPatch, policy: FindingPolicy) {
    self.patch = String(decoding: patch.text, as: UTF8.self)
    removed = patch.removedCount
    files = patch.files
    findings = policy.apply(to: patch.findings)
  }

  // The line feed at the end is printed. A carriage return before it is part of the same character.
  func text(_ style: TextStyle) -> String { String(patch.unicodeScalars.dropLast()) }
}
