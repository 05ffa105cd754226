package import NIOSSL

/// The certificate of a server.
package enum ServerCertificate {
  /// Reads a certificate chain and its private key, both PEM files.
  ///
  /// - Throws: ``ServeError/badCertificate(_:reason:)``.
  package static func read(
    _ certificates: String, key: String
  ) throws(ServeError) -> TLSConfiguration {
    let chain: [NIOSSLCertificate]
    do { chain = try NIOSSLCertificate.fromPEMFile(certificates) } catch {
      throw .badCertificate(certificates, reason: "it is not a readable PEM file")
    }
    do {
      let privateKey = try NIOSSLPrivateKey(file: key, format: .pem)
      var configuration = TLSConfiguration.makeServerConfiguration(
        certificateChain: chain.map { .certificate($0) }, privateKey: .privateKey(privateKey))
      configuration.minimumTLSVersion = .tlsv12
      configuration.applicationProtocols = ["http/1.1"]
      // Reports a key that does not belong to the certificate.
      _ = try NIOSSLContext(configuration: configuration)
      return configuration
    } catch {
      throw .badCertificate(certificates, reason: "its private key is not readable or does not fit")
    }
  }
}
