import ErosCore

extension PublicKey {
  /// Reads a PEM document with one `SubjectPublicKeyInfo` (RFC 5280) for any supported algorithm.
  package init(pem: String) throws(KeyDocumentError) {
    self = try SubjectPublicKeyInfo.read(pem: Array(pem.utf8))
  }

  /// Reads a PEM document with one `SubjectPublicKeyInfo` (RFC 5280) for `algorithm`.
  package init(pem: String, algorithm: Algorithm) throws(KeyDocumentError) {
    try self.init(pem: pem)
    guard self.algorithm == algorithm else { throw .otherAlgorithm }
  }
}

/// Reads and writes public keys in DER.
enum SubjectPublicKeyInfo {
  static let label = "PUBLIC KEY"

  static let coordinateLength = 32
  /// In bits.
  ///
  /// NIST SP 800-131A sets the lower limit. The upper limit bounds the time to verify a signature.
  private static let modulusSizes = 2048...8192

  static func read(pem: [UInt8]) throws(KeyDocumentError) -> PublicKey {
    var document = try PEM(pem, labels: KeyDocument.labels)
    guard document.label == label else {
      document.cleanse()
      throw .privateKey
    }
    return try read(document.bytes)
  }

  private static func read(_ bytes: [UInt8]) throws(KeyDocumentError) -> PublicKey {
    let slice = bytes[...]
    let span = slice.span
    var file = DERReader(0..<span.count)
    guard var info = file.reader(of: DERTag.sequence, in: span), file.isAtEnd,
      var algorithm = info.reader(of: DERTag.sequence, in: span),
      let identifier = algorithm.bytes(of: DERTag.objectIdentifier, in: span),
      let bits = info.bytes(of: DERTag.bitString, in: span), info.isAtEnd, bits.first == 0
    else { throw .malformed }
    let key = Array(bits.dropFirst())
    switch identifier {
    case ObjectIdentifier.ed25519:
      guard algorithm.isAtEnd, let key = PublicKey(ed25519: key) else { throw .malformed }
      return key
    case ObjectIdentifier.ellipticCurveKey:
      guard let curve = algorithm.bytes(of: DERTag.objectIdentifier, in: span), algorithm.isAtEnd,
        curve == ObjectIdentifier.prime256v1
      else { throw .otherCurve }
      return try ellipticCurveKey(key)
    case ObjectIdentifier.rsaEncryption:
      guard algorithm.contents(of: DERTag.null, in: span)?.isEmpty == true, algorithm.isAtEnd else {
        throw .malformed
      }
      return try rsaKey(key)
    default: throw .otherAlgorithm
    }
  }

  // MARK: - Ed25519

  static func ed25519(_ key: [UInt8]) -> [UInt8] {
    DER.sequence(
      DER.sequence(DER.element(DERTag.objectIdentifier, ObjectIdentifier.ed25519)),
      DER.element(DERTag.bitString, [0] + key))
  }

  // MARK: - ECDSA

  private static func ellipticCurveKey(_ point: [UInt8]) throws(KeyDocumentError) -> PublicKey {
    let isUncompressed = point.first == 4 && point.count == 1 + 2 * coordinateLength
    let isCompressed =
      (point.first == 2 || point.first == 3) && point.count == 1 + coordinateLength
    guard isUncompressed || isCompressed else { throw .malformed }
    guard let point = SystemCryptography.uncompressedP256(point) else { throw .malformed }
    return PublicKey(algorithm: .ecdsaP256, encoded: ellipticCurve(point))
  }

  static func ellipticCurve(_ point: [UInt8]) -> [UInt8] {
    DER.sequence(
      DER.sequence(
        DER.element(DERTag.objectIdentifier, ObjectIdentifier.ellipticCurveKey),
        DER.element(DERTag.objectIdentifier, ObjectIdentifier.prime256v1)),
      DER.element(DERTag.bitString, [0] + point))
  }

  // MARK: - RSA

  private static func rsaKey(_ bytes: [UInt8]) throws(KeyDocumentError) -> PublicKey {
    let slice = bytes[...]
    let span = slice.span
    var file = DERReader(0..<span.count)
    guard var key = file.reader(of: DERTag.sequence, in: span), file.isAtEnd,
      let modulus = key.unsignedInteger(in: span), let first = modulus.first,
      let exponent = key.unsignedInteger(in: span), key.isAtEnd
    else { throw .malformed }
    let size = modulus.count * 8 - first.leadingZeroBitCount
    guard modulusSizes.contains(size) else { throw .modulusSize(size) }
    guard let last = modulus.last, !last.isMultiple(of: 2) else { throw .malformed }
    // At most 32 bits, because the time to verify a signature grows with the exponent.
    guard exponent.count <= 4, let last = exponent.last, !last.isMultiple(of: 2), exponent != [1]
    else { throw .exponent }
    let info = DER.sequence(
      DER.sequence(
        DER.element(DERTag.objectIdentifier, ObjectIdentifier.rsaEncryption),
        DER.element(DERTag.null, [])),
      DER.element(
        DERTag.bitString, [0] + DER.sequence(DER.integer(modulus), DER.integer(exponent))))
    return PublicKey(algorithm: .rsaPSS, encoded: info)
  }

  /// Returns an RSA key's numbers from an encoding that this type wrote.
  static func rsaNumbers(of encoded: [UInt8]) -> (modulus: [UInt8], exponent: [UInt8])? {
    let slice = encoded[...]
    let span = slice.span
    var file = DERReader(0..<span.count)
    guard var info = file.reader(of: DERTag.sequence, in: span),
      info.reader(of: DERTag.sequence, in: span) != nil,
      let bits = info.bytes(of: DERTag.bitString, in: span)
    else { return nil }
    let keySlice = bits[1...]
    let keySpan = keySlice.span
    var keyFile = DERReader(0..<keySpan.count)
    guard var key = keyFile.reader(of: DERTag.sequence, in: keySpan),
      let modulus = key.unsignedInteger(in: keySpan),
      let exponent = key.unsignedInteger(in: keySpan)
    else { return nil }
    return (modulus, exponent)
  }
}
