import ErosCore
package import ErosCrypto
import ErosFiles
import SystemPackage

/// The files of a new key.
package struct KeyPair: Sendable {
  /// The minimum length of a passphrase in characters.
  package static let minimumPassphraseLength = 12
  /// The minimum number of different characters of a passphrase.
  package static let minimumDifferentCharacters = 5

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
  /// Both files are durable when this returns; an existing file is never replaced. A kill can leave
  /// the public key alone. The folder is created if it is missing, for its owner only. The caller
  /// overwrites `passphrase`.
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
      // The private key is last, so that one that exists has a public key.
      try publicFolder.createFile(names.public, with: Array(key.publicKey.pem.utf8))
      do throws(FileError) {
        try secretFolder.createFile(names.key, with: secret)
      } catch {
        try? publicFolder.remove(names.public)
        throw error
      }
    } catch {
      throw error.reason == .fileExists ? KeyError.exists(error.path) : error
    }
    return KeyPair(
      publicKey: key.publicKey, privatePath: joined(folder, names.key),
      publicPath: joined(folder, names.public))
  }

  /// Refuses a passphrase with fewer than 12 characters or fewer than 5 different ones.
  ///
  /// Characters are Unicode scalars.
  package static func checkPassphrase(_ passphrase: [UInt8]) throws(KeyError) {
    // Not a string, which would leave a copy of the passphrase in memory.
    var bytes = passphrase.makeIterator()
    var decoder = UTF8()
    var count = 0
    var differentOnes: Set<UInt32> = []
    scalars: while true {
      switch decoder.decode(&bytes) {
      case .scalarValue(let scalar): differentOnes.insert(scalar.value)
      // A terminal may send another encoding.
      case .error: differentOnes.insert(0)
      case .emptyInput: break scalars
      }
      count += 1
    }
    guard count >= minimumPassphraseLength, differentOnes.count >= minimumDifferentCharacters else {
      throw .weakPassphrase
    }
  }

  /// Refuses a name that is a path, or whose characters have a meaning in a shell or a file system.
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
