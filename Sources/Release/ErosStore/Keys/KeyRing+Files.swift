import ErosFiles
package import ErosProcess

extension KeyRing {
  /// Reads private keys in a process that has no terminal.
  ///
  /// The process can no longer dump core afterwards.
  ///
  /// - Parameters:
  ///   - sources: Where the keys are. All of them are read and decrypted.
  ///   - environment: For keys, and for messages about their passphrase. The passphrase itself is
  ///     the exact value of the variable `EROS_KEY_PASSPHRASE` in this process, in bytes.
  /// - Throws: `KeyError` if a key is invalid or its passphrase is wrong, or `FileError` if a file
  ///   cannot be read.
  package convenience init(
    unattended sources: [KeySource], environment: [String: String]
  ) throws {
    try self.init(
      sources.map { source in
        var file = try KeyFile(source, environment: environment)
        defer { file.cleanse() }
        return try file.signingKey {
          guard let value = EnvironmentVariable.bytes(KeyPassphrase.variable), !value.isEmpty else {
            throw KeyError.noPassphrase
          }
          return try KeyPassphrase.passphrase(inVariable: value)
        }
      })
  }
}
