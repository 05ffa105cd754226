package com.eros.device;

import java.math.BigInteger;
import java.util.Arrays;

/** A public key that verifies signatures; equal keys are equal whatever the form of their document is. */
abstract class PublicKey extends Value {
  // The contents of object identifiers: 1.2.840.10045.2.1, 1.2.840.10045.3.1.7 and 1.2.840.113549.1.1.1.
  private static final byte[] ELLIPTIC_CURVE = Hex.decode("2a8648ce3d0201");
  private static final byte[] PRIME256V1 = Hex.decode("2a8648ce3d030107");
  private static final byte[] RSA = Hex.decode("2a864886f70d010101");

  /** Returns whether a signature is valid for a message; a malformed signature is not. */
  abstract boolean isValid(byte[] signature, byte[] message);

  /** Returns the Ed25519 key of 32 bytes in hexadecimal digits, or {@code null} for any other text. */
  static PublicKey ed25519(String digits) {
    final byte[] key = Hex.decode(digits);
    if (key == null || key.length != Ed25519.KEY_LENGTH) return null;
    return new PublicKey() {
      @Override
      boolean isValid(byte[] signature, byte[] message) {
        return Ed25519.verify(key, message, signature);
      }

      @Override
      Object[] parts() {
        return new Object[] {Hex.encode(key)};
      }
    };
  }

  /**
   * Reads a PEM document with a {@code SubjectPublicKeyInfo} (RFC 5280) of ECDSA P-256 or RSA.
   *
   * @return the key, or {@code null} if it is malformed or unsupported
   */
  static PublicKey pem(String text) {
    byte[] document = Pem.decode(text);
    DerReader file = new DerReader(document == null ? Bytes.EMPTY : document);
    DerReader info = file.sequence();
    DerReader algorithm = info == null ? null : info.sequence();
    byte[] identifier = algorithm == null ? null : algorithm.contents(DerReader.OBJECT_IDENTIFIER);
    byte[] bits = identifier == null ? null : info.contents(DerReader.BIT_STRING);
    boolean isComplete = bits != null && bits.length > 0 && bits[0] == 0 && info.isAtEnd() && file.isAtEnd();
    if (!isComplete) return null;
    byte[] key = Bytes.range(bits, 1, bits.length);
    if (Arrays.equals(identifier, ELLIPTIC_CURVE)) {
      byte[] curve = algorithm.contents(DerReader.OBJECT_IDENTIFIER);
      boolean isKnown = curve != null && Arrays.equals(curve, PRIME256V1) && algorithm.isAtEnd();
      return isKnown ? EcdsaKey.of(key) : null;
    }
    byte[] none = algorithm.contents(DerReader.NULL);
    boolean isRsa = Arrays.equals(identifier, RSA) && none != null && none.length == 0 && algorithm.isAtEnd();
    return isRsa ? rsa(key) : null;
  }

  private static PublicKey rsa(byte[] key) {
    DerReader file = new DerReader(key);
    DerReader numbers = file.sequence();
    BigInteger modulus = numbers == null ? null : numbers.unsignedInteger();
    BigInteger exponent = modulus == null ? null : numbers.unsignedInteger();
    boolean isComplete = exponent != null && numbers.isAtEnd() && file.isAtEnd();
    return isComplete ? RsaPssKey.of(modulus, exponent) : null;
  }
}
