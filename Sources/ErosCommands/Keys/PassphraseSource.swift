import ErosCore
import ErosCrypto
import ErosFiles
import ErosTrust

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The passphrase of a key: from the environment, or else from the terminal.
struct PassphraseSource {
  private let variable = ProcessInfo.processInfo.environment[KeyFile.passphraseVariable]

  /// Whether the environment has a passphrase.
  var isSet: Bool { variable != nil }

  /// Returns the passphrase of an existing key, which the caller overwrites.
  ///
  /// - Returns: `nil` if there is no terminal to ask on.
  func passphrase(of key: String) throws -> [UInt8]? {
    try forbidCoreDumps()
    if let variable { return Array(variable.utf8) }
    return try SecretPrompt.ask("Passphrase of \(key.escapedForDisplay): ")
  }

  /// Returns the passphrase for a new key, which the caller overwrites; asks twice on the terminal.
  func newPassphrase() throws -> [UInt8] {
    try forbidCoreDumps()
    if let variable { return Array(variable.utf8) }
    guard var first = try SecretPrompt.ask("New passphrase: ") else {
      throw KeyError.noPassphrase
    }
    do {
      try KeyPair.checkPassphrase(first)
      guard var second = try SecretPrompt.ask("The same passphrase again: ") else {
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
}

extension PublicKey.Algorithm {
  /// The name in reports.
  var name: String {
    switch self {
    case .ed25519: "ed25519"
    case .ecdsaP256: "ecdsa-p256"
    case .rsaPSS: "rsa-pss"
    }
  }
}
