import ErosCore
import ErosFiles
import NIOSSL
import Synchronization

/// The certificate of a server, which can be read again while the server runs.
final class ServerCertificate: Sendable {
  private static let maximumLength = 1 << 20
  /// The cipher suites of TLS 1.2: who gets the private key later cannot decrypt recorded connections.
  ///
  /// The last ones are for iOS 8 and Android 4.4, which some legacy clients run on.
  private static let forwardSecrecy = "ECDHE+AESGCM:ECDHE+CHACHA20:ECDHE+AES"

  private let certificates: String
  private let key: String
  private let current: Mutex<NIOSSLContext>

  /// Reads a certificate chain and its private key from PEM files.
  ///
  /// - Throws: ``ServeError/badCertificate(_:reason:)``, ``ServeError/exposedSecret(_:_:)``, and `FileError`.
  init(_ certificates: String, key: String) throws {
    self.certificates = certificates
    self.key = key
    current = Mutex(try Self.read(certificates, key: key))
  }

  /// The context of new connections.
  var context: NIOSSLContext { current.withLock { $0 } }

  /// Reads the files again, and returns a closure that uses the result for new connections.
  ///
  /// - Throws: As ``init(_:key:)``.
  func renewal() throws -> @Sendable () -> Void {
    let context = try Self.read(certificates, key: key)
    return { self.current.withLock { $0 = context } }
  }

  private static func read(_ certificates: String, key: String) throws -> NIOSSLContext {
    let chain = try chain(certificates)
    let privateKey = try privateKey(key)
    var configuration = TLSConfiguration.makeServerConfiguration(
      certificateChain: chain.map { .certificate($0) }, privateKey: .privateKey(privateKey))
    configuration.minimumTLSVersion = .tlsv12
    configuration.cipherSuites = forwardSecrecy
    configuration.applicationProtocols = ["h2", "http/1.1"]
    do { return try NIOSSLContext(configuration: configuration) } catch {
      throw ServeError.badCertificate(
        key, reason: "it is not the private key of '\(certificates)'")
    }
  }

  private static func chain(_ file: String) throws -> [NIOSSLCertificate] {
    let bytes = try readWholeFile(file, limit: maximumLength)
    guard let chain = try? NIOSSLCertificate.fromPEMBytes(bytes), !chain.isEmpty else {
      throw ServeError.badCertificate(file, reason: "it is not a PEM file with certificates")
    }
    return chain
  }

  private static func privateKey(_ file: String) throws -> NIOSSLPrivateKey {
    let bytes = try ServerFiles.secretFile(file, limit: maximumLength)
    guard !String(decoding: bytes, as: UTF8.self).contains("ENCRYPTED") else {
      throw ServeError.badCertificate(file, reason: "the private key is encrypted")
    }
    guard let key = try? NIOSSLPrivateKey(bytes: bytes, format: .pem) else {
      throw ServeError.badCertificate(file, reason: "it is not a PEM file with a private key")
    }
    return key
  }
}
