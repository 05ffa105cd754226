import ErosFiles
package import ErosProcess
import ErosSigning

extension KeyRing {
  /// Creates a ring of private keys for a process without a terminal.
  ///
  /// The process forbids core dumps of its memory for the rest of its life.
  ///
  /// - Parameters:
  ///   - sources: The locations of the keys. Each key is read and decrypted.
  ///   - environment: The environment, for keys and for messages about their passphrase. The passphrase is
  ///     the exact bytes of the variable `EROS_KEY_PASSPHRASE` of this process.
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
