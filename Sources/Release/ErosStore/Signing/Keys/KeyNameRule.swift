import ErosCore

/// A rule for the name of a new key and its two files.
package enum KeyNameRule: Hashable, Sendable, CaseIterable {
  case notEmpty
  case length
  /// ASCII letters, digits, `-`, `_` and `.` are safe in shells and file systems.
  case characters
  /// Must look like neither a hidden file nor an option.
  case start
  /// Must not end like a key file.
  case suffix

  package static let maximumLength = 100

  static func broken(by name: String) -> KeyNameRule? { allCases.first { !$0.allows(name) } }

  private func allows(_ name: String) -> Bool {
    switch self {
    case .notEmpty: !name.isEmpty
    case .length: name.utf8.count <= Self.maximumLength
    case .characters: name.utf8.allSatisfy { $0.isDashedNamePart || $0 == UInt8(ascii: ".") }
    case .start: !name.hasPrefix(".") && !name.hasPrefix("-")
    case .suffix: !name.hasSuffix(KeyPair.privateSuffix) && !name.hasSuffix(KeyPair.publicSuffix)
    }
  }

  /// Completes a sentence about the name.
  var problem: Message {
    switch self {
    case .notEmpty: "it is empty"
    case .length: "it has more than \(Self.maximumLength) characters"
    case .characters: "it has characters other than ASCII letters, digits, '-', '_' and '.'"
    case .start: "it starts with '.' or '-'"
    case .suffix: "it ends with '.key' or '.pub'"
    }
  }

  var remedy: Message {
    switch self {
    case .notEmpty: "pass a name such as 'online'"
    case .length: "use at most \(Self.maximumLength) characters"
    case .characters: "choose another name; the folder is passed with --output"
    case .start: "start with a letter, a digit or '_'"
    case .suffix: "omit the suffix, which both files get"
    }
  }
}
