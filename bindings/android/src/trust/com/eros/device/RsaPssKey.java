package com.eros.device;

import java.math.BigInteger;
import java.security.MessageDigest;
import java.util.Arrays;

/**
 * A key of RSA-PSS with SHA-256, MGF1 with SHA-256 and a salt of any length (RFC 8017).
 *
 * <p>Android has it from API level 23 on, and only with a salt of known length. There are no secrets here, so the
 * time may depend on the numbers.
 */
final class RsaPssKey extends PublicKey {
  /** NIST SP 800-131A sets the lower limit; the upper limit bounds the time to verify a signature. */
  private static final int MINIMUM_BITS = 2048;
  private static final int MAXIMUM_BITS = 8192;
  private static final int MAXIMUM_EXPONENT_BITS = 32;
  private static final int HASH_LENGTH = 32;
  private static final byte TRAILER = (byte) 0xBC;

  private final BigInteger modulus;
  private final BigInteger exponent;

  private RsaPssKey(BigInteger modulus, BigInteger exponent) {
    this.modulus = modulus;
    this.exponent = exponent;
  }

  /** Returns the key of two numbers, or {@code null} if they are outside the supported range. */
  static RsaPssKey of(BigInteger modulus, BigInteger exponent) {
    boolean isSupported = modulus.bitLength() >= MINIMUM_BITS && modulus.bitLength() <= MAXIMUM_BITS
        && modulus.testBit(0) && exponent.bitLength() <= MAXIMUM_EXPONENT_BITS && exponent.testBit(0)
        && !exponent.equals(BigInteger.ONE);
    return isSupported ? new RsaPssKey(modulus, exponent) : null;
  }

  @Override
  boolean isValid(byte[] signature, byte[] message) {
    // The encoded message has one bit less than the modulus.
    int bits = modulus.bitLength() - 1;
    BigInteger number = new BigInteger(1, signature);
    if (signature.length != bits / 8 + 1 || number.compareTo(modulus) >= 0) return false;
    BigInteger padded = number.modPow(exponent, modulus);
    if (padded.bitLength() > bits) return false;
    byte[] encoded = Bytes.unsigned(padded, (bits + 7) / 8);
    int dataLength = encoded.length - HASH_LENGTH - 1;
    if (encoded[encoded.length - 1] != TRAILER) return false;
    byte[] hash = Bytes.range(encoded, dataLength, dataLength + HASH_LENGTH);
    byte[] data = mask(hash, dataLength);
    for (int index = 0; index < dataLength; index++) data[index] ^= encoded[index];
    data[0] &= (byte) (0xFF >> 8 * encoded.length - bits);
    int mark = 0;
    while (mark < dataLength && data[mark] == 0) mark++;
    if (mark == dataLength || data[mark] != 1) return false;
    MessageDigest sha256 = Hashing.sha256();
    sha256.update(new byte[8]);
    sha256.update(Hashing.sha256().digest(message));
    sha256.update(data, mark + 1, dataLength - mark - 1);
    return Arrays.equals(sha256.digest(), hash);
  }

  /** MGF1 of RFC 8017, appendix B.2.1. */
  private static byte[] mask(byte[] seed, int length) {
    byte[] mask = new byte[length];
    for (int counter = 0; counter * HASH_LENGTH < length; counter++) {
      MessageDigest sha256 = Hashing.sha256();
      sha256.update(seed);
      byte[] part = sha256.digest(new byte[] {0, 0, (byte) (counter >> 8), (byte) counter});
      int start = counter * HASH_LENGTH;
      System.arraycopy(part, 0, mask, start, Math.min(HASH_LENGTH, length - start));
    }
    return mask;
  }

  @Override
  Object[] parts() {
    return new Object[] {modulus, exponent};
  }
}
