package com.eros.device;

import java.math.BigInteger;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.Signature;
import java.security.spec.X509EncodedKeySpec;

/**
 * A key of ECDSA over P-256 with SHA-256, whose signatures are in DER.
 *
 * <p>The platform verifies. Platforms differ in keys that are not on the curve, in compressed points, and in
 * signatures that are not strictly DER, so these are decided here. So are the numbers of a signature: JDK 15 to 18
 * before April 2022 accept zeros for any message (CVE-2022-21449).
 */
final class EcdsaKey extends PublicKey {
  private static final int COORDINATE_LENGTH = 32;
  private static final int UNCOMPRESSED = 4;
  /** The {@code SubjectPublicKeyInfo} up to the coordinates of the point. */
  private static final byte[] PREFIX =
      Hex.decode("3059301306072a8648ce3d020106082a8648ce3d03010703420004");
  private static final BigInteger P =
      new BigInteger("ffffffff00000001000000000000000000000000ffffffffffffffffffffffff", 16);
  private static final BigInteger B =
      new BigInteger("5ac635d8aa3a93e7b3ebbd55769886bc651d06b0cc53b0f63bce3c3e27d2604b", 16);

  /** The order of the base point. */
  private static final BigInteger ORDER =
      new BigInteger("ffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551", 16);

  private final String coordinates;

  private EcdsaKey(BigInteger x, BigInteger y) {
    coordinates =
        Hex.encode(Bytes.unsigned(x, COORDINATE_LENGTH)) + Hex.encode(Bytes.unsigned(y, COORDINATE_LENGTH));
  }

  /** Returns the key of a point, which may be compressed, or {@code null} if it is not on the curve. */
  static EcdsaKey of(byte[] point) {
    boolean isUncompressed = point.length == 1 + 2 * COORDINATE_LENGTH && point[0] == UNCOMPRESSED;
    boolean isCompressed = point.length == 1 + COORDINATE_LENGTH && (point[0] == 2 || point[0] == 3);
    if (!isUncompressed && !isCompressed) return null;
    BigInteger x = new BigInteger(1, Bytes.range(point, 1, 1 + COORDINATE_LENGTH));
    // y² = x³ − 3x + b
    BigInteger square = x.multiply(x).subtract(BigInteger.valueOf(3)).multiply(x).add(B).mod(P);
    BigInteger y;
    if (isUncompressed) {
      y = new BigInteger(1, Bytes.range(point, 1 + COORDINATE_LENGTH, point.length));
    } else {
      y = square.modPow(P.add(BigInteger.ONE).shiftRight(2), P);
      if (y.testBit(0) != (point[0] == 3)) y = P.subtract(y);
    }
    boolean isOnCurve = x.compareTo(P) < 0 && y.compareTo(P) < 0 && y.multiply(y).mod(P).equals(square);
    return isOnCurve ? new EcdsaKey(x, y) : null;
  }

  @Override
  boolean isValid(byte[] signature, byte[] message) {
    if (!isWellFormed(signature)) return false;
    try {
      Signature verifier = Signature.getInstance("SHA256withECDSA");
      X509EncodedKeySpec key = new X509EncodedKeySpec(Bytes.concat(PREFIX, Hex.decode(coordinates)));
      verifier.initVerify(KeyFactory.getInstance("EC").generatePublic(key));
      verifier.update(message);
      return verifier.verify(signature);
    } catch (GeneralSecurityException error) {
      return false;
    }
  }

  /** Returns whether a signature is strictly DER, with two numbers above zero and below the order. */
  static boolean isWellFormed(byte[] signature) {
    DerReader file = new DerReader(signature);
    DerReader numbers = file.sequence();
    if (numbers == null) return false;
    BigInteger r = numbers.unsignedInteger();
    BigInteger s = numbers.unsignedInteger();
    return isInRange(r) && isInRange(s) && numbers.isAtEnd() && file.isAtEnd();
  }

  private static boolean isInRange(BigInteger number) {
    return number != null && number.signum() > 0 && number.compareTo(ORDER) < 0;
  }

  @Override
  Object[] parts() {
    return new Object[] {coordinates};
  }
}
