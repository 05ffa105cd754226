import ErosCore
import ErosCrypto
import ErosFiles
import ErosProcess
import ErosStore
import ErosTrust

/// The source of a key's passphrase: the environment, or else the terminal.
struct PassphraseSource {
  private let variable: [UInt8]?

  init() {
    let value = EnvironmentVariable.bytes(KeyPassphrase.variable)
    // CI systems set the variable of a missing secret to an empty text.
    variable = value?.isEmpty == true ? nil : value
  }

  /// `true` if the environment has a passphrase.
  var isSet: Bool { variable != nil }

  /// Returns an existing key's passphrase.
  ///
  /// The caller must overwrite it.
  ///
  /// - Returns: `nil` if standard input is not a terminal.
  /// - Throws: ``KeyError`` if the text is not a passphrase. `FileError` if the terminal fails.
  func passphrase(of key: String) throws -> [UInt8]? {
    try forbidCoreDumps()
    if let variable { return try KeyPassphrase.passphrase(inVariable: variable) }
    guard var passphrase = try Self.ask("Passphrase of \(key.escapedForDisplay): ") else {
      return nil
    }
    do throws(KeyError) {
      try KeyPassphrase.check(passphrase)
    } catch {
      passphrase.cleanse()
      throw error
    }
    return passphrase
  }

  /// Returns a new key's passphrase, asking twice on the terminal.
  ///
  /// The caller must overwrite it.
  func newPassphrase() throws -> [UInt8] {
    try forbidCoreDumps()
    if let variable { return try KeyPassphrase.passphrase(inVariable: variable) }
    guard var first = try Self.ask("New passphrase: ") else { throw KeyError.noPassphrase }
    do {
      try KeyPassphrase.checkNew(first)
      guard var second = try Self.ask("The same passphrase again: ") else {
        throw KeyError.noPassphrase
      }
      defer { second.cleanse() }
      guard first == second else { throw KeyError.passphrasesDiffer }
    } catch {
      first.cleanse()
      throw error
    }
    return first
  }

  private static func ask(_ question: Message) throws(FileError) -> [UInt8]? {
    let style = TextStyle(isColored: false, in: .ofProcess)
    return try SecretPrompt.ask(style.text(question), limit: KeyPassphrase.maximumLength)
  }
}

extension PublicKey.Algorithm {
  var name: String {
    switch self {
    case .ed25519: "ed25519"
    case .ecdsaP256: "ecdsa-p256"
    case .rsaPSS: "rsa-pss"
    }
  }
}
