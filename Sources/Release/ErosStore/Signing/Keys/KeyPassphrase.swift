import ErosCore
import ErosCrypto

/// The rules for passphrases of private keys.
///
/// The functions do not create strings, because strings would leave copies of a passphrase in
/// memory.
package enum KeyPassphrase {
  /// The environment variable with the passphrase of encrypted keys.
  package static let variable = "EROS_KEY_PASSPHRASE"
  /// The maximum length, in bytes.
  package static let maximumLength = 1024
  /// The minimum length of a new passphrase, in characters.
  package static let minimumLength = 12
  /// The minimum number of different characters in a new passphrase.
  package static let minimumDifferentCharacters = 5

  /// The reason why bytes are not a valid passphrase.
  package enum Failure: Hashable, Sendable {
    /// The passphrase is empty.
    case empty
    /// The passphrase is longer than 1,024 bytes.
    case tooLong
    /// The bytes are not UTF-8.
    case notUTF8
    /// The passphrase contains a line break or another control character.
    case controlCharacter
  }

  /// Returns the passphrase from the value of an environment variable, without one trailing line
  /// break.
  ///
  /// The caller overwrites the result.
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
  ///   - variable: The environment variable that contains the bytes, or `nil` for the terminal.
  /// - Throws: ``KeyError``.
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

  /// Refuses a new passphrase with fewer than 12 characters or fewer than 5 different characters.
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

  /// Returns the number of characters and of different characters, or `nil` for invalid UTF-8.
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
