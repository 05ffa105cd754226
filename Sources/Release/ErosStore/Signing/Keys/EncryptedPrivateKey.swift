import COpenSSL
import ErosCore
import ErosCrypto
import ErosOpenSSL

/// A private key under a passphrase (RFC 5958, with PBES2 from RFC 8018).
///
/// Keys are derived with PBKDF2 or scrypt (RFC 7914), and the cipher is AES-256-CBC. A file whose
/// parameters need too much time or memory is refused before any derivation.
struct EncryptedPrivateKey {
  private enum Derivation {
    case pbkdf2(salt: [UInt8], iterations: Int32, hash: [UInt8])
    case scrypt(salt: [UInt8], cost: UInt64, blockSize: UInt64, parallelism: UInt64)
  }

  /// For new files: the minimum that OWASP recommends for HMAC-SHA-256.
  private static let newIterations: Int32 = 600_000
  private static let newSaltLength = 16

  /// For files from other tools: a few seconds and 128 MiB.
  private static let maximumIterations: UInt64 = 10_000_000
  private static let maximumScryptBlocks: UInt64 = 1 << 20
  private static let maximumScryptWork: UInt64 = 1 << 23
  private static let maximumSaltLength = 1024

  private static let supportedHashes = [
    ObjectIdentifier.hmacSHA1, ObjectIdentifier.hmacSHA256, ObjectIdentifier.hmacSHA512,
  ]

  private let derivation: Derivation
  private let initializationVector: [UInt8]
  private let encrypted: [UInt8]

  init(_ info: Span<UInt8>) throws(KeyDocumentError) {
    var file = DERReader(0..<info.count)
    guard var outer = file.reader(of: DERTag.sequence, in: info), file.isAtEnd,
      var scheme = outer.reader(of: DERTag.sequence, in: info),
      let encrypted = outer.bytes(of: DERTag.octetString, in: info), outer.isAtEnd,
      let identifier = scheme.bytes(of: DERTag.objectIdentifier, in: info)
    else { throw .malformed }
    guard identifier == ObjectIdentifier.pbes2 else { throw .otherEncryption }
    guard var parameters = scheme.reader(of: DERTag.sequence, in: info), scheme.isAtEnd,
      let function = parameters.reader(of: DERTag.sequence, in: info),
      var cipher = parameters.reader(of: DERTag.sequence, in: info), parameters.isAtEnd,
      let cipherName = cipher.bytes(of: DERTag.objectIdentifier, in: info)
    else { throw .malformed }
    guard cipherName == ObjectIdentifier.aes256CBC else { throw .otherEncryption }
    guard let vector = cipher.bytes(of: DERTag.octetString, in: info), cipher.isAtEnd,
      vector.count == CipherContext.blockLength, !encrypted.isEmpty,
      encrypted.count.isMultiple(of: CipherContext.blockLength)
    else { throw .malformed }
    derivation = try Self.derivation(function, in: info)
    initializationVector = vector
    self.encrypted = encrypted
  }

  private static func derivation(
    _ function: consuming DERReader, in info: Span<UInt8>
  ) throws(KeyDocumentError) -> Derivation {
    guard let name = function.bytes(of: DERTag.objectIdentifier, in: info),
      var parameters = function.reader(of: DERTag.sequence, in: info), function.isAtEnd,
      let salt = parameters.bytes(of: DERTag.octetString, in: info),
      salt.count <= maximumSaltLength,
      let first = parameters.smallInteger(in: info)
    else { throw .malformed }
    switch name {
    case ObjectIdentifier.pbkdf2:
      return try pbkdf2(salt, iterations: first, &parameters, in: info)
    case ObjectIdentifier.scrypt: return try scrypt(salt, cost: first, &parameters, in: info)
    default: throw .otherDerivation(ObjectIdentifier.name(name))
    }
  }

  /// Parses the parameters after the number of iterations.
  private static func pbkdf2(
    _ salt: [UInt8], iterations: UInt64, _ parameters: inout DERReader, in info: Span<UInt8>
  ) throws(KeyDocumentError) -> Derivation {
    guard 1...maximumIterations ~= iterations else { throw .tooExpensive }
    try skipKeyLength(&parameters, in: info)
    var hash = ObjectIdentifier.hmacSHA1
    if !parameters.isAtEnd {
      guard var function = parameters.reader(of: DERTag.sequence, in: info), parameters.isAtEnd,
        let name = function.bytes(of: DERTag.objectIdentifier, in: info),
        function.isAtEnd || function.contents(of: DERTag.null, in: info)?.isEmpty == true,
        function.isAtEnd
      else { throw .malformed }
      guard supportedHashes.contains(name) else {
        throw .otherDerivation("PBKDF2 with \(ObjectIdentifier.name(name))")
      }
      hash = name
    }
    return .pbkdf2(salt: salt, iterations: Int32(iterations), hash: hash)
  }

  /// Parses the parameters after the cost.
  private static func scrypt(
    _ salt: [UInt8], cost: UInt64, _ parameters: inout DERReader, in info: Span<UInt8>
  ) throws(KeyDocumentError) -> Derivation {
    guard let blockSize = parameters.smallInteger(in: info),
      let parallelism = parameters.smallInteger(in: info)
    else { throw .malformed }
    try skipKeyLength(&parameters, in: info)
    guard parameters.isAtEnd, cost > 1, cost.nonzeroBitCount == 1, blockSize > 0, parallelism > 0
    else { throw .malformed }
    let (blocks, blocksOverflow) = cost.multipliedReportingOverflow(by: blockSize)
    let (work, workOverflow) = blocks.multipliedReportingOverflow(by: parallelism)
    guard !blocksOverflow, !workOverflow, blocks <= maximumScryptBlocks, work <= maximumScryptWork
    else { throw .tooExpensive }
    return .scrypt(salt: salt, cost: cost, blockSize: blockSize, parallelism: parallelism)
  }

  /// Skips the length of the derived key, which the cipher determines.
  private static func skipKeyLength(
    _ parameters: inout DERReader, in info: Span<UInt8>
  ) throws(KeyDocumentError) {
    guard let length = parameters.smallInteger(in: info) else { return }
    guard length == CipherContext.keyLength else { throw .malformed }
  }

  // MARK: - Encryption

  /// Decrypts the key, or returns `nil` if the padding is invalid.
  ///
  /// Overwrite the result after use.
  func decrypt(_ passphrase: [UInt8]) throws -> [UInt8]? {
    var key = try Self.key(derivation, passphrase)
    defer { key.cleanse() }
    return try CipherContext(.decrypt, key: key, initializationVector: initializationVector)
      .run(encrypted)
  }

  /// Returns an `EncryptedPrivateKeyInfo`.
  static func encrypt(
    _ info: [UInt8], _ passphrase: [UInt8]
  ) throws(CryptoError) -> [UInt8] {
    let salt = try [UInt8].random(count: newSaltLength)
    let vector = try [UInt8].random(count: CipherContext.blockLength)
    var key = try unsafe pbkdf2(passphrase, salt, iterations: newIterations, EVP_sha256())
    defer { key.cleanse() }
    let context = try CipherContext(.encrypt, key: key, initializationVector: vector)
    guard let encrypted = try context.run(info) else { throw .lastReported() }
    let function = DER.sequence(
      DER.element(DERTag.objectIdentifier, ObjectIdentifier.pbkdf2),
      DER.sequence(
        DER.element(DERTag.octetString, salt),
        DER.integer(Int(newIterations)),
        DER.sequence(
          DER.element(DERTag.objectIdentifier, ObjectIdentifier.hmacSHA256),
          DER.element(DERTag.null, []))))
    let cipher = DER.sequence(
      DER.element(DERTag.objectIdentifier, ObjectIdentifier.aes256CBC),
      DER.element(DERTag.octetString, vector))
    return DER.sequence(
      DER.sequence(
        DER.element(DERTag.objectIdentifier, ObjectIdentifier.pbes2),
        DER.sequence(function, cipher)),
      DER.element(DERTag.octetString, encrypted))
  }

  private static func key(_ derivation: Derivation, _ passphrase: [UInt8]) throws -> [UInt8] {
    switch derivation {
    case .pbkdf2(let salt, let iterations, let hash):
      let digest =
        switch hash {
        case ObjectIdentifier.hmacSHA1: unsafe EVP_sha1()
        case ObjectIdentifier.hmacSHA256: unsafe EVP_sha256()
        default: unsafe EVP_sha512()
        }
      return try unsafe pbkdf2(passphrase, salt, iterations: iterations, digest)
    case .scrypt(let salt, let cost, let blockSize, let parallelism):
      var key = [UInt8](repeating: 0, count: CipherContext.keyLength)
      // Twice the limit, because OpenSSL needs small buffers on top of the blocks.
      let memory = 2 * 128 * maximumScryptBlocks
      let status = unsafe withCharacters(passphrase) { characters in
        unsafe EVP_PBE_scrypt(
          characters.baseAddress, characters.count, salt, salt.count, cost, blockSize, parallelism,
          memory, &key, key.count)
      }
      guard status == 1 else { throw CryptoError.lastReported() }
      return key
    }
  }

  @unsafe
  private static func pbkdf2(
    _ passphrase: [UInt8], _ salt: [UInt8], iterations: Int32, _ digest: OpaquePointer?
  ) throws(CryptoError) -> [UInt8] {
    var key = [UInt8](repeating: 0, count: CipherContext.keyLength)
    let status = unsafe withCharacters(passphrase) { characters in
      unsafe PKCS5_PBKDF2_HMAC(
        characters.baseAddress, Int32(characters.count), salt, Int32(salt.count), iterations,
        digest, Int32(key.count), &key)
    }
    guard status == 1 else { throw .lastReported() }
    return key
  }

  @unsafe
  private static func withCharacters(
    _ bytes: [UInt8], _ body: (UnsafeBufferPointer<CChar>) -> Int32
  ) -> Int32 {
    unsafe bytes.withUnsafeBufferPointer { buffer in
      unsafe buffer.withMemoryRebound(to: CChar.self) { unsafe body($0) }
    }
  }
}
