import ErosCore
package import ErosCrypto
import ErosFiles
import SystemPackage

/// The files of a new key.
package struct KeyPair: Sendable {
  /// The minimum length of a passphrase in characters.
  package static let minimumPassphraseLength = 12

  private static let privateSuffix = ".key"
  private static let publicSuffix = ".pub"
  private static let maximumNameLength = 100

  package let publicKey: PublicKey
  /// The path of the private key.
  package let privatePath: String
  /// The path of the public key.
  package let publicPath: String

  /// Creates a key and writes `NAME.key`, which only its owner can access, and `NAME.pub`.
  ///
  /// Both files are durable when this returns; an existing file is never replaced. The folder is
  /// created if it is missing, for its owner only. The caller overwrites `passphrase`.
  ///
  /// - Throws: ``KeyError`` if the name or the passphrase is unsuitable, or if one of the files
  ///   exists; `FileError` if they cannot be written.
  package static func create(
    _ name: String, in folder: String, passphrase: [UInt8]?
  ) throws -> KeyPair {
    try checkName(name)
    if let passphrase { try checkPassphrase(passphrase) }
    let names = (key: name + privateSuffix, public: name + publicSuffix)
    try forbidCoreDumps()
    try createFolders(folder, creating: .ownerOnly)
    let secretFolder = try Folder(folder, creating: .ownerOnly)
    let publicFolder = try Folder(folder)
    for name in [names.key, names.public] where try publicFolder.has(name) {
      throw KeyError.exists(joined(folder, name))
    }
    let key = try SigningKey.generate()
    var secret = try key.pem(passphrase: passphrase)
    defer { secret.cleanse() }
    do throws(FileError) {
      try secretFolder.createFile(names.key, with: secret)
      do throws(FileError) {
        try publicFolder.createFile(names.public, with: Array(key.publicKey.pem.utf8))
      } catch {
        try? secretFolder.remove(names.key)
        throw error
      }
    } catch {
      throw error.reason == .fileExists ? KeyError.exists(error.path) : error
    }
    return KeyPair(
      publicKey: key.publicKey, privatePath: joined(folder, names.key),
      publicPath: joined(folder, names.public))
  }

  /// Refuses a passphrase that is short or has only one character.
  package static func checkPassphrase(_ passphrase: [UInt8]) throws(KeyError) {
    let characters = passphrase.count { $0 & 0xC0 != 0x80 }
    guard characters >= minimumPassphraseLength, Set(passphrase).count >= 5 else {
      throw .weakPassphrase
    }
  }

  /// Refuses a name that is a path, or that a file system or a shell may change.
  package static func checkName(_ name: String) throws(KeyError) {
    guard let first = name.utf8.first, first.isAlphanumeric || first == UInt8(ascii: "_"),
      name.utf8.count <= maximumNameLength,
      name.utf8.allSatisfy({ $0.isDashedNamePart || $0 == UInt8(ascii: ".") }),
      !name.hasSuffix(privateSuffix), !name.hasSuffix(publicSuffix)
    else { throw .badName(name) }
  }

  private static func joined(_ folder: String, _ name: String) -> String {
    folder == "." ? name : folder.hasSuffix("/") ? folder + name : folder + "/" + name
  }
}
