package import ErosCore
package import ErosCrypto
import ErosFiles
import ErosProcess
import SystemPackage

/// The files of a new key.
package struct KeyPair: Sendable {
  /// The minimum age of a temporary file that belongs to no running process.
  static let leftoverAge = TimeLength.seconds(60)

  /// The suffix of the file with the private key.
  static let privateSuffix = ".key"
  /// The suffix of the file with the public key.
  static let publicSuffix = ".pub"

  package let publicKey: PublicKey
  /// The path of the private key.
  package let privatePath: String
  /// The path of the public key.
  package let publicPath: String

  /// Creates a key, and writes `NAME.key` for the owner only, and `NAME.pub`.
  ///
  /// Both files are durable when this returns, and existing files are never replaced. A killed call
  /// can leave only the public key, or a temporary file with the private key; a later call removes
  /// the temporary file. A missing folder is created for the owner only. The caller overwrites
  /// `passphrase`.
  ///
  /// - Throws: ``KeyError`` if the name or the passphrase is unsuitable, or if one of the files
  ///   exists; `FileError` if the files cannot be written.
  package static func create(
    _ name: String, in folder: String, passphrase: [UInt8]?,
    removingLeftoversOlderThan age: TimeLength = leftoverAge
  ) throws -> KeyPair {
    try check(name, in: folder)
    if let passphrase { try KeyPassphrase.checkNew(passphrase) }
    let names = (key: name + privateSuffix, public: name + publicSuffix)
    try forbidCoreDumps()
    let (secretFolder, publicFolder) = try openFolders(folder)
    try? secretFolder.removeStagedFiles(olderThan: age, startingWith: Array("-----BEGIN ".utf8))
    let key = try SigningKey.generate()
    var secret = try key.pem(passphrase: passphrase)
    defer { secret.cleanse() }
    do throws(FileError) {
      // The private key is written last, so an existing private key always has a public key.
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

  /// Refuses an unsuitable or existing name before a passphrase is requested.
  ///
  /// - Throws: ``KeyError`` if the name is unsuitable, or if one of the files exists.
  package static func check(_ name: String, in folder: String) throws {
    if let rule = KeyNameRule.broken(by: name) { throw KeyError.badName(rule) }
    let paths = [privateSuffix, publicSuffix].map { joined(folder, name + $0) }
    let existing = try paths.filter { path in
      do throws(FileError) {
        return try FileStatus.ifExists(path, followingSymlinks: false) != nil
      } catch {
        throw Folder.error(creatingIn: error)
      }
    }
    guard let first = existing.first else { return }
    guard existing.count == 1, let missing = paths.first(where: { $0 != first }) else {
      throw KeyError.exists(first)
    }
    throw KeyError.halfPair(existing: first, missing: missing)
  }

  /// Opens the folder of the pair twice: for private files and for public files.
  private static func openFolders(
    _ folder: String
  ) throws(FileError) -> (secret: Folder, public: Folder) {
    do throws(FileError) {
      try createFolders(folder, creating: .ownerOnly)
      return (
        try Folder(folder, creating: .ownerOnly), try Folder(folder, creating: .maskedForOthers)
      )
    } catch {
      throw Folder.error(creatingIn: error)
    }
  }

  private static func joined(_ folder: String, _ name: String) -> String {
    folder == "." ? name : folder.hasSuffix("/") ? folder + name : folder + "/" + name
  }
}

extension Folder {
  /// Returns the error for a folder that files are created in.
  fileprivate static func error(creatingIn error: FileError) -> FileError {
    guard error.operation == .read || error.operation == .list else { return error }
    // The folder was created or exists, so only the target of a symlink can be missing.
    let isMissing = error.reason == .noSuchFileOrDirectory
    return FileError(.create, error.path, isMissing ? .fileExists : error.reason)
  }
}
