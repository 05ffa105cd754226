import ErosFiles
package import ErosProcess

extension KeyRing {
  /// Creates a ring of private keys for a process without a terminal.
  ///
  /// The process disables core dumps for its remaining lifetime.
  ///
  /// - Parameters:
  ///   - sources: The locations of the keys. Each key is read and decrypted.
  ///   - environment: The environment, for keys and for messages about their passphrase. The
  ///     passphrase is the exact value of this process's variable `EROS_KEY_PASSPHRASE`, in bytes.
  /// - Throws: `KeyError`, `FileError`.
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
