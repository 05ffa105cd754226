import ErosCore
import ErosFiles
import NIOSSL
import Synchronization

/// The certificate of a server, which can be read again while the server runs.
final class ServerCertificate: Sendable {
  private static let maximumLength = 1 << 20
  /// TLS 1.2 cipher suites with forward secrecy, so that a private key stolen later decrypts no
  /// recorded connection.
  ///
  /// The last ones are for legacy clients on iOS 8 and Android 4.4.
  private static let forwardSecrecy = "ECDHE+AESGCM:ECDHE+CHACHA20:ECDHE+AES"

  private let certificates: String
  private let key: String
  private let current: Mutex<NIOSSLContext>

  /// Reads a certificate chain and its private key from PEM files.
  ///
  /// - Throws: ``ServeError/badCertificate(_:reason:)`` if they are invalid,
  ///   ``ServeError/exposedSecret(_:_:)`` if others can access the key, or `FileError` if a file
  ///   cannot be read.
  init(_ certificates: String, key: String) throws {
    self.certificates = certificates
    self.key = key
    current = Mutex(try Self.read(certificates, key: key))
  }

  /// For new connections.
  var context: NIOSSLContext { current.withLock { $0 } }

  /// Reads the files again.
  ///
  /// Call the result to use them for new connections.
  ///
  /// - Throws: ``ServeError/badCertificate(_:reason:)`` if they are invalid,
  ///   ``ServeError/exposedSecret(_:_:)`` if others can access the key, or `FileError` if a file
  ///   cannot be read.
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
