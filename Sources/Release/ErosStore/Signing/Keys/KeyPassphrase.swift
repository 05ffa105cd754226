import ErosCore
import ErosCrypto

/// Rules for the passphrases of private keys.
///
/// No function here creates a string, because strings leave copies of a passphrase in memory.
package enum KeyPassphrase {
  package static let variable = "EROS_KEY_PASSPHRASE"
  /// In bytes.
  package static let maximumLength = 1024
  /// In characters, for new passphrases.
  package static let minimumLength = 12
  /// For new passphrases.
  package static let minimumDifferentCharacters = 5

  package enum Failure: Hashable, Sendable {
    case empty
    /// Longer than 1,024 bytes.
    case tooLong
    case notUTF8
    /// A line break or another control character.
    case controlCharacter
  }

  /// Reads a passphrase from the value of a variable, minus one line break at the end.
  ///
  /// Overwrite the result after use.
  package static func passphrase(inVariable value: [UInt8]) throws(KeyError) -> [UInt8] {
    var count = value.count
    for lineBreak in ["\n", "\r"].map(UInt8.init(ascii:))
    where count > 0 && value[count - 1] == lineBreak {
      count -= 1
    }
    var passphrase = Array(value[..<count])
    do throws(KeyError) {
      try check(passphrase, from: variable)
    } catch {
      passphrase.cleanse()
      throw error
    }
    return passphrase
  }

  /// Refuses bytes that are not a valid passphrase.
  ///
  /// - Parameters:
  ///   - passphrase: The bytes.
  ///   - variable: The environment variable they come from, or `nil` for the terminal.
  /// - Throws: ``KeyError/notPassphrase(_:variable:)`` if they break a rule.
  package static func check(
    _ passphrase: [UInt8], from variable: String? = nil
  ) throws(KeyError) {
    if let fault = fault(of: passphrase) { throw .notPassphrase(fault, variable: variable) }
  }

  private static func fault(of passphrase: [UInt8]) -> Failure? {
    guard !passphrase.isEmpty else { return .empty }
    guard passphrase.count <= maximumLength else { return .tooLong }
    guard characters(passphrase) != nil else { return .notUTF8 }
    let isControlled = passphrase.contains { $0 < 0x20 || $0 == 0x7F }
    return isControlled ? .controlCharacter : nil
  }

  /// Refuses a new passphrase with fewer than 12 characters, or fewer than 5 different ones.
  ///
  /// Characters are Unicode scalars.
  package static func checkNew(
    _ passphrase: [UInt8], from variable: String? = nil
  ) throws(KeyError) {
    try check(passphrase, from: variable)
    guard let (count, different) = characters(passphrase), count >= minimumLength,
      different >= minimumDifferentCharacters
    else { throw .weakPassphrase }
  }

  /// Counts all and different characters, or returns `nil` for invalid UTF-8.
  private static func characters(_ passphrase: [UInt8]) -> (count: Int, different: Int)? {
    var bytes = passphrase.makeIterator()
    var decoder = UTF8()
    var count = 0
    var differentOnes: Set<UInt32> = []
    while true {
      switch decoder.decode(&bytes) {
      case .scalarValue(let scalar): differentOnes.insert(scalar.value)
      case .error: return nil
      case .emptyInput: return (count, differentOnes.count)
      }
      count += 1
    }
  }
}
