package import ErosCore
package import ErosCrypto
import ErosFiles
import ErosProcess
import SystemPackage

/// The two files of a new key.
package struct KeyPair: Sendable {
  /// A temporary file this old belongs to no running process.
  static let leftoverAge = TimeLength.seconds(60)

  static let privateSuffix = ".key"
  static let publicSuffix = ".pub"

  package let publicKey: PublicKey
  package let privatePath: String
  package let publicPath: String

  /// Creates a key and writes `NAME.pub`, and `NAME.key` for the owner only.
  ///
  /// Both files are durable when this returns. Existing files are never replaced, and a missing
  /// folder is created for the owner only. If the process is killed, it may leave just the public
  /// key, or a temporary file with the private key, which a later call removes. Overwrite
  /// `passphrase` after use.
  ///
  /// - Throws: ``KeyError`` if the name or passphrase is unsuitable or a file exists, or
  ///   `FileError` if the files cannot be written.
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
      // Written last, so that every private key has a public key.
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

  /// Refuses a bad name before anybody types a passphrase.
  ///
  /// - Throws: ``KeyError`` if the name is unsuitable or a file exists, or `FileError` if that is
  ///   unknown.
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

  /// Opens the folder twice, for private and for public files.
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
  fileprivate static func error(creatingIn error: FileError) -> FileError {
    guard error.operation == .read || error.operation == .list else { return error }
    // The folder exists, so only the target of a symlink can be missing.
    let isMissing = error.reason == .noSuchFileOrDirectory
    return FileError(.create, error.path, isMissing ? .fileExists : error.reason)
  }
}
