package com.eros.device;

import java.math.BigInteger;
import java.security.MessageDigest;
import java.util.Arrays;

/**
 * The verification of Ed25519 signatures (RFC 8032), with one strict rule for all clients.
 *
 * <p>Android has Ed25519 from API level 33 on. RFC 8032 leaves the handling of some encodings to the
 * implementation, so two verifiers could decide differently. This one, like the Swift library, requires S below
 * the order of the base point, canonical encodings of A and R, and neither of small order; then it computes R
 * without the cofactor and compares its encoding.
 *
 * <p>It uses no secret, so its time may depend on the data.
 */
final class Ed25519 {
  static final int KEY_LENGTH = 32;
  static final int SIGNATURE_LENGTH = 64;

  private static final BigInteger ONE = BigInteger.ONE;
  private static final BigInteger TWO = BigInteger.valueOf(2);
  /** The field's prime, 2²⁵⁵ − 19. */
  private static final BigInteger P = ONE.shiftLeft(255).subtract(BigInteger.valueOf(19));
  /** The order of the base point. */
  private static final BigInteger ORDER =
      ONE.shiftLeft(252).add(new BigInteger("27742317777372353535851937790883648493"));
  /** The constant d of the curve −x² + y² = 1 + dx²y². */
  private static final BigInteger D = BigInteger.valueOf(-121665)
      .multiply(BigInteger.valueOf(121666).modInverse(P)).mod(P);
  private static final BigInteger TWO_D = D.shiftLeft(1).mod(P);
  /** A square root of −1. */
  private static final BigInteger ROOT_OF_MINUS_ONE =
      TWO.modPow(P.subtract(ONE).shiftRight(2), P);
  private static final Point BASE = base();
  private static final Point NEUTRAL = new Point(BigInteger.ZERO, ONE, ONE, BigInteger.ZERO);

  private Ed25519() {}

  /**
   * Returns whether a signature of a message was made with a key.
   *
   * @param key the 32 bytes of the public key
   * @param message the message
   * @param signature the 64 bytes of the signature
   */
  static boolean verify(byte[] key, byte[] message, byte[] signature) {
    if (key.length != KEY_LENGTH || signature.length != SIGNATURE_LENGTH) return false;
    byte[] r = Arrays.copyOfRange(signature, 0, KEY_LENGTH);
    BigInteger s = number(Arrays.copyOfRange(signature, KEY_LENGTH, SIGNATURE_LENGTH));
    if (s.compareTo(ORDER) >= 0 || !isAcceptable(r) || !isAcceptable(key)) return false;
    Point a = decode(key);
    if (a == null) return false;
    MessageDigest sha512 = Hashing.sha512();
    sha512.update(r);
    sha512.update(key);
    BigInteger k = number(sha512.digest(message)).mod(ORDER);
    // R = sB − kA
    return Arrays.equals(sum(s, BASE, k, a.negated()).encoded(), r);
  }

  /** Returns whether 32 bytes canonically encode the y coordinate of a point that is not of small order. */
  private static boolean isAcceptable(byte[] encoded) {
    BigInteger y = y(encoded);
    return y.compareTo(P) < 0 && !isSmallOrder(y);
  }

  /**
   * Returns whether a y coordinate belongs to one of the eight points of small order.
   *
   * <p>They are 1, −1, 0, and those of order 8, for which x² = −y² gives 1 − dy⁴ = 2y².
   */
  private static boolean isSmallOrder(BigInteger y) {
    BigInteger square = y.multiply(y).mod(P);
    if (square.signum() == 0 || square.equals(ONE)) return true;
    BigInteger right = square.shiftLeft(1);
    BigInteger left = ONE.subtract(D.multiply(square).mod(P).multiply(square));
    return left.subtract(right).mod(P).signum() == 0;
  }

  /** Returns {@code s}·{@code b} + {@code k}·{@code a}, from the highest bit of both numbers on. */
  private static Point sum(BigInteger s, Point b, BigInteger k, Point a) {
    Point both = a.plus(b);
    Point sum = NEUTRAL;
    for (int bit = Math.max(s.bitLength(), k.bitLength()) - 1; bit >= 0; bit--) {
      sum = sum.doubled();
      boolean hasB = s.testBit(bit);
      boolean hasA = k.testBit(bit);
      if (hasA || hasB) sum = sum.plus(hasA && hasB ? both : hasA ? a : b);
    }
    return sum;
  }

  // Encodings

  /** Returns a little-endian number. */
  private static BigInteger number(byte[] bytes) {
    byte[] reversed = new byte[bytes.length];
    for (int index = 0; index < bytes.length; index++) {
      reversed[index] = bytes[bytes.length - 1 - index];
    }
    return new BigInteger(1, reversed);
  }

  private static BigInteger y(byte[] encoded) {
    return number(encoded).clearBit(255);
  }

  /** Returns the point of an encoding, or {@code null} if it is not on the curve. */
  private static Point decode(byte[] encoded) {
    BigInteger y = y(encoded);
    BigInteger square = y.multiply(y).mod(P);
    BigInteger u = square.subtract(ONE);
    BigInteger v = D.multiply(square).add(ONE);
    BigInteger x = root(u.multiply(v.modInverse(P)).mod(P));
    if (x == null) return null;
    boolean isOdd = encoded[KEY_LENGTH - 1] < 0;
    // A point with x = 0 is of small order, so it is refused before.
    if (x.testBit(0) != isOdd) x = P.subtract(x);
    return new Point(x, y, ONE, x.multiply(y).mod(P));
  }

  /** Returns a square root, or {@code null} if there is none. */
  private static BigInteger root(BigInteger square) {
    BigInteger root = square.modPow(P.add(BigInteger.valueOf(3)).shiftRight(3), P);
    if (!root.multiply(root).mod(P).equals(square)) root = root.multiply(ROOT_OF_MINUS_ONE).mod(P);
    return root.multiply(root).mod(P).equals(square) ? root : null;
  }

  private static Point base() {
    byte[] encoded = new byte[KEY_LENGTH];
    Arrays.fill(encoded, (byte) 0x66);
    encoded[0] = 0x58; // y = 4/5
    return decode(encoded);
  }

  /** A point in extended homogeneous coordinates (RFC 8032, section 5.1.4). */
  private static final class Point {
    private final BigInteger x;
    private final BigInteger y;
    private final BigInteger z;
    private final BigInteger t;

    Point(BigInteger x, BigInteger y, BigInteger z, BigInteger t) {
      this.x = x;
      this.y = y;
      this.z = z;
      this.t = t;
    }

    Point negated() {
      return new Point(P.subtract(x), y, z, P.subtract(t));
    }

    Point plus(Point other) {
      BigInteger a = y.subtract(x).multiply(other.y.subtract(other.x)).mod(P);
      BigInteger b = y.add(x).multiply(other.y.add(other.x)).mod(P);
      BigInteger c = t.multiply(TWO_D).mod(P).multiply(other.t).mod(P);
      BigInteger d = z.shiftLeft(1).multiply(other.z).mod(P);
      return product(b.subtract(a), d.subtract(c), d.add(c), b.add(a));
    }

    Point doubled() {
      BigInteger a = x.multiply(x).mod(P);
      BigInteger b = y.multiply(y).mod(P);
      BigInteger c = z.multiply(z).shiftLeft(1).mod(P);
      BigInteger h = a.add(b);
      BigInteger sum = x.add(y);
      BigInteger e = h.subtract(sum.multiply(sum).mod(P));
      BigInteger g = a.subtract(b);
      return product(e, c.add(g), g, h);
    }

    /** Returns the point with x = ef, y = gh, z = fg and t = eh. */
    private static Point product(BigInteger e, BigInteger f, BigInteger g, BigInteger h) {
      return new Point(
          e.multiply(f).mod(P), g.multiply(h).mod(P), f.multiply(g).mod(P), e.multiply(h).mod(P));
    }

    byte[] encoded() {
      BigInteger inverse = z.modInverse(P);
      BigInteger affineY = y.multiply(inverse).mod(P);
      byte[] bytes = new byte[KEY_LENGTH];
      for (int bit = 0; bit < 255; bit++) {
        if (affineY.testBit(bit)) bytes[bit / 8] |= 1 << bit % 8;
      }
      if (x.multiply(inverse).mod(P).testBit(0)) bytes[KEY_LENGTH - 1] |= (byte) 0x80;
      return bytes;
    }
  }
}
