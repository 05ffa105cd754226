package com.eros.device;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;

/** The digests of the platform. */
final class Hashing {
  private Hashing() {}

  static MessageDigest sha256() {
    return digest("SHA-256");
  }

  static MessageDigest md5() {
    return digest("MD5");
  }

  static MessageDigest sha512() {
    return digest("SHA-512");
  }

  static String sha256(byte[] bytes) {
    return Hex.encode(sha256().digest(bytes));
  }

  private static MessageDigest digest(String name) {
    try {
      return MessageDigest.getInstance(name);
    } catch (NoSuchAlgorithmException error) {
      // Every Java platform has these three.
      throw new IllegalStateException(error);
    }
  }
}
