import ErosCore
package import ErosCrypto
import ErosFiles
package import ErosProcess
import SystemPackage

/// A key file that was read but not decrypted.
///
/// Call ``cleanse()`` after use. Reading a key turns core dumps off for the rest of the process.
package struct KeyFile {
  let source: KeySource
  package let kind: KeyDocument.Kind
  private var contents: [UInt8]
  /// The environment has a passphrase.
  ///
  /// It wins over the terminal.
  private let hasPassphraseVariable: Bool

  /// Reads a key, and leaves it encrypted.
  ///
  /// A private key must be a regular file that only its owner, the user, can access. A symlink to
  /// such a file is fine. In an environment variable, `\n` may stand for a line break.
  ///
  /// - Parameters:
  ///   - source: Where the key is.
  ///   - environment: For the key, and for messages about its passphrase.
  /// - Throws: ``KeyError`` if the key is malformed or others can access it, or `FileError` if it
  ///   cannot be read.
  package init(_ source: KeySource, environment: [String: String]) throws {
    try forbidCoreDumps()
    var contents: [UInt8]
    var status: FileStatus?
    switch source {
    case .file(let path): (contents, status) = try Self.read(path)
    case .environment(let name):
      guard let value = environment[name], !value.isEmpty else {
        throw KeyError.noVariable(name)
      }
      contents = Self.withLineBreaks(value)
    }
    do {
      kind = try KeyDocument.kind(of: contents)
      if kind != .publicKey, let status, case .file(let path) = source {
        try Self.checkAccess(status, path)
      }
    } catch {
      contents.cleanse()
      throw (error as? KeyDocumentError).map { KeyError.invalidKey(source, $0) } ?? error
    }
    self.source = source
    self.contents = contents
    hasPassphraseVariable = environment[KeyPassphrase.variable].map { !$0.isEmpty } ?? false
  }

  /// Overwrites the contents in memory with zeros.
  package mutating func cleanse() { contents.cleanse() }

  /// Decrypts and returns the private key.
  ///
  /// - Parameter passphrase: Returns the passphrase if the key is encrypted. It is overwritten
  ///   after use.
  /// - Returns: The private key.
  /// - Throws: ``KeyError`` if the key is invalid or the passphrase wrong, or the error of
  ///   `passphrase`.
  package func signingKey(passphrase: () throws -> [UInt8]?) throws -> SigningKey {
    var passphrase = kind == .encryptedPrivateKey ? try passphrase() : nil
    defer { passphrase?.cleanse() }
    return try signingKey(passphrase)
  }

  private func signingKey(_ passphrase: [UInt8]?) throws -> SigningKey {
    do {
      return try SigningKey(pem: contents, passphrase: passphrase)
    } catch let error as KeyDocumentError {
      if error == .wrongPassphrase, hasPassphraseVariable { throw KeyError.wrongVariable(source) }
      throw KeyError.invalidKey(source, error)
    }
  }

  /// - Throws: ``KeyError`` if the file has a private key, or no valid key.
  package func publicKey() throws(KeyError) -> PublicKey {
    // The text of a private key must not stay in memory.
    guard kind == .publicKey else { throw .invalidKey(source, .privateKey) }
    do throws(KeyDocumentError) {
      return try PublicKey(pem: String(decoding: contents, as: UTF8.self))
    } catch {
      throw .invalidKey(source, error)
    }
  }

  /// Returns the public key from any kind of file.
  ///
  /// - Parameter passphrase: Returns the passphrase if the key is encrypted.
  /// - Returns: `nil` if `passphrase` does.
  /// - Throws: ``KeyError`` if the key is invalid or the passphrase wrong, or the error of
  ///   `passphrase`.
  package func verificationKey(passphrase: () throws -> [UInt8]?) throws -> PublicKey? {
    switch kind {
    case .publicKey: return try publicKey()
    case .privateKey: return try signingKey(nil).publicKey
    case .encryptedPrivateKey:
      guard var passphrase = try passphrase() else { return nil }
      defer { passphrase.cleanse() }
      return try signingKey(passphrase).publicKey
    }
  }

  // MARK: - Reading

  private static func read(_ path: String) throws -> ([UInt8], FileStatus) {
    let file = try open(path)
    guard file.status.size <= UInt64(KeyDocument.sizeLimit) else {
      throw KeyError.invalidKey(.file(path), .tooLarge)
    }
    // One byte more, in case the file grows.
    return (try file.read(at: 0, count: KeyDocument.sizeLimit + 1), file.status)
  }

  /// Suggests a file with a suffix if this one does not exist.
  private static func open(_ path: String) throws -> ReadableFile {
    do throws(FileError) {
      return try ReadableFile(path)
    } catch {
      let candidates = [KeyPair.publicSuffix, KeyPair.privateSuffix].map { path + $0 }
      guard error.reason == .noSuchFileOrDirectory,
        let suggestion = candidates.first(where: { (try? FileStatus(of: $0))?.kind == .file })
      else { throw error }
      throw KeyError.noFile(path, suggestion: suggestion)
    }
  }

  /// Refuses a private key that others can read or replace.
  private static func checkAccess(_ status: FileStatus, _ path: String) throws(KeyError) {
    switch status.exposure() {
    case .otherOwner: throw .otherOwner(path)
    case .openToOthers(let permissions): throw .openToOthers(path, permissions: permissions)
    case nil: break
    }
  }

  /// Turns `\n` into line breaks.
  private static func withLineBreaks(_ value: String) -> [UInt8] {
    var bytes: [UInt8] = []
    // A reallocation would leave a copy of the secret in memory.
    bytes.reserveCapacity(value.utf8.count)
    for byte in value.utf8 {
      if byte == UInt8(ascii: "n"), bytes.last == UInt8(ascii: "\\") {
        bytes[bytes.count - 1] = UInt8(ascii: "\n")
      } else {
        bytes.append(byte)
      }
    }
    return bytes
  }
}
