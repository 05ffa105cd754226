import ErosFiles
package import NIOSSL

/// The certificate of a server.
package enum ServerCertificate {
  private static let maximumLength = 1 << 20

  /// Reads a certificate chain and its private key from PEM files.
  ///
  /// - Throws: ``ServeError/badCertificate(_:reason:)``, and `FileError`.
  package static func read(_ certificates: String, key: String) throws -> TLSConfiguration {
    let chain = try chain(certificates)
    let privateKey = try privateKey(key)
    var configuration = TLSConfiguration.makeServerConfiguration(
      certificateChain: chain.map { .certificate($0) }, privateKey: .privateKey(privateKey))
    configuration.minimumTLSVersion = .tlsv12
    configuration.applicationProtocols = ["http/1.1"]
    do { _ = try NIOSSLContext(configuration: configuration) } catch {
      throw ServeError.badCertificate(
        key, reason: "it is not the private key of '\(certificates)'")
    }
    return configuration
  }

  private static func chain(_ file: String) throws -> [NIOSSLCertificate] {
    let bytes = try readWholeFile(file, limit: maximumLength)
    guard let chain = try? NIOSSLCertificate.fromPEMBytes(bytes), !chain.isEmpty else {
      throw ServeError.badCertificate(file, reason: "it is not a PEM file with certificates")
    }
    return chain
  }

  private static func privateKey(_ file: String) throws -> NIOSSLPrivateKey {
    let bytes = try readWholeFile(file, limit: maximumLength)
    guard !String(decoding: bytes, as: UTF8.self).contains("ENCRYPTED") else {
      throw ServeError.badCertificate(file, reason: "the private key is encrypted")
    }
    guard let key = try? NIOSSLPrivateKey(bytes: bytes, format: .pem) else {
      throw ServeError.badCertificate(file, reason: "it is not a PEM file with a private key")
    }
    return key
  }
}
