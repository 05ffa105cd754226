package com.eros.device;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertNotNull;
import static org.junit.Assert.assertNull;
import static org.junit.Assert.assertTrue;
import static org.junit.Assert.fail;

import java.math.BigInteger;
import java.security.KeyPair;
import java.security.Signature;
import java.security.interfaces.ECPublicKey;
import java.security.interfaces.RSAPrivateKey;
import java.security.interfaces.RSAPublicKey;
import java.security.spec.AlgorithmParameterSpec;
import java.security.spec.MGF1ParameterSpec;
import java.security.spec.PSSParameterSpec;
import java.util.Arrays;
import java.util.Random;
import org.junit.Test;

/** Keys, their signatures, canonical JSON and patterns of paths. */
public final class TrustKeyTest {
  private static final Random RANDOM = new Random(11);

  static AlgorithmParameterSpec pss(int saltLength) {
    return new PSSParameterSpec("SHA-256", "MGF1", MGF1ParameterSpec.SHA256, saltLength, 1);
  }

  private static PublicKey opened(KeyPair key) throws JsonException {
    return new TrustKey(TestRepository.object(key.getPublic())).publicKey();
  }

  private static byte[] message() {
    byte[] message = new byte[RANDOM.nextInt(100)];
    RANDOM.nextBytes(message);
    return message;
  }

  private static byte[] flipped(byte[] bytes) {
    byte[] changed = bytes.clone();
    changed[RANDOM.nextInt(bytes.length)] ^= (byte) (1 << RANDOM.nextInt(8));
    return changed;
  }

  // RSA

  @Test
  public void rsaSignaturesWithSaltsOfAnyLengthAreValid() throws Exception {
    for (int size : new int[] {2048, 2049, 2055}) {
      KeyPair key = TestRepository.key("RSA", size);
      PublicKey opened = opened(key);
      for (int salt : new int[] {0, 1, 20, 32, 64, (size - 1 + 7) / 8 - 34}) {
        byte[] message = message();
        Signature signer = Signature.getInstance("RSASSA-PSS");
        signer.setParameter(pss(salt));
        signer.initSign(key.getPrivate());
        signer.update(message);
        byte[] signature = signer.sign();
        assertTrue(size + " " + salt, opened.isValid(signature, message));
        assertFalse(opened.isValid(flipped(signature), message));
        assertFalse(opened.isValid(signature, Bytes.concat(message, new byte[1])));
        assertFalse(opened.isValid(Bytes.concat(new byte[1], signature), message));
        assertFalse(opened.isValid(Arrays.copyOf(signature, signature.length - 1), message));
      }
    }
  }

  /** Signs an encoded message of our own, so that each rule of the padding decides alone. */
  @Test
  public void eachRuleOfThePaddingCounts() throws Exception {
    KeyPair key = TestRepository.key("RSA", 2048);
    PublicKey opened = opened(key);
    byte[] message = message();
    byte[] signature = TestRepository.sign(key, message);
    RSAPublicKey numbers = (RSAPublicKey) key.getPublic();
    BigInteger encoded = new BigInteger(1, signature).modPow(numbers.getPublicExponent(), numbers.getModulus());
    for (int bit = 0; bit < 2048; bit += bit < 10 || bit > 2040 ? 1 : 97) {
      assertFalse("bit " + bit, opened.isValid(signed(key, encoded.flipBit(bit)), message));
    }
    // The byte before a salt of 32 bytes.
    for (int bit = 520; bit < 528; bit++) {
      assertFalse("bit " + bit, opened.isValid(signed(key, encoded.flipBit(bit)), message));
    }
    assertTrue(opened.isValid(signed(key, encoded), message));
    assertFalse(opened.isValid(new byte[256], message));
  }

  @Test
  public void numbersOutsideTheirRangeAreRefused() throws Exception {
    KeyPair key = TestRepository.key("RSA", 2048);
    PublicKey opened = opened(key);
    BigInteger modulus = ((RSAPublicKey) key.getPublic()).getModulus();
    BigInteger exponent = ((RSAPublicKey) key.getPublic()).getPublicExponent();
    boolean hasLarger = false;
    boolean hasHighBit = false;
    while (!hasLarger || !hasHighBit) {
      byte[] message = message();
      BigInteger signature = new BigInteger(1, TestRepository.sign(key, message));
      // The signature plus the modulus has the same remainder.
      BigInteger larger = signature.add(modulus);
      if (larger.bitLength() <= 2048) {
        hasLarger = true;
        assertFalse(opened.isValid(Bytes.unsigned(larger, 256), message));
      }
      // The highest bit is not part of the encoded message.
      BigInteger encoded = signature.modPow(exponent, modulus).setBit(2047);
      if (encoded.compareTo(modulus) < 0) {
        hasHighBit = true;
        assertFalse(opened.isValid(signed(key, encoded), message));
      }
    }
  }

  private static byte[] signed(KeyPair key, BigInteger encoded) {
    RSAPrivateKey secret = (RSAPrivateKey) key.getPrivate();
    return Bytes.unsigned(encoded.modPow(secret.getPrivateExponent(), secret.getModulus()), 256);
  }

  @Test
  public void onlyRsaKeysOfTheSupportedRangeAreRead() throws Exception {
    BigInteger modulus = BigInteger.ONE.shiftLeft(2047).add(BigInteger.ONE);
    BigInteger exponent = BigInteger.valueOf(65537);
    assertNotNull(RsaPssKey.of(modulus, exponent));
    assertNotNull(RsaPssKey.of(BigInteger.ONE.shiftLeft(8191).add(BigInteger.ONE), BigInteger.valueOf(3)));
    assertNull(RsaPssKey.of(modulus.shiftRight(1).setBit(0), exponent));
    assertNull(RsaPssKey.of(modulus.add(BigInteger.ONE), exponent));
    assertNull(RsaPssKey.of(BigInteger.ONE.shiftLeft(8192).add(BigInteger.ONE), exponent));
    assertNull(RsaPssKey.of(modulus, BigInteger.ONE));
    assertNull(RsaPssKey.of(modulus, BigInteger.valueOf(4)));
    assertNull(RsaPssKey.of(modulus, BigInteger.ONE.shiftLeft(32).add(BigInteger.ONE)));
  }

  // ECDSA

  @Test
  public void ecdsaSignaturesAreStrictlyDer() throws Exception {
    KeyPair key = TestRepository.key("EC", 256);
    PublicKey opened = opened(key);
    for (int round = 0; round < 60; round++) {
      byte[] message = message();
      byte[] signature = TestRepository.sign(key, message);
      assertTrue(opened.isValid(signature, message));
      assertFalse(opened.isValid(flipped(signature), message));
      assertFalse(opened.isValid(Bytes.concat(signature, new byte[1]), message));
      // The same numbers with a redundant zero, and as negative numbers.
      byte[] padded = Bytes.concat(new byte[] {0x30, (byte) (signature[1] + 1), 2, (byte) (signature[3] + 1), 0},
          Bytes.range(signature, 4, signature.length));
      assertFalse(opened.isValid(padded, message));
      if (signature[4] != 0) continue;
      byte[] negative = Bytes.concat(new byte[] {0x30, (byte) (signature[1] - 1), 2, (byte) (signature[3] - 1)},
          Bytes.range(signature, 5, signature.length));
      assertFalse(opened.isValid(negative, message));
    }
    for (String text : new String[] {
      "", "30", "3006020100020100", "3006020101020100", "300602010102010100", "3080",
    }) {
      assertFalse(text, opened.isValid(Hex.decode(text), new byte[1]));
    }
  }

  /** The platform need not check the numbers. */
  @Test
  public void theNumbersOfEcdsaAreAboveZeroAndBelowTheOrder() throws Exception {
    ECPublicKey key = (ECPublicKey) TestRepository.key("EC", 256).getPublic();
    BigInteger one = BigInteger.ONE;
    BigInteger order = key.getParams().getOrder();
    BigInteger largest = order.subtract(one);
    assertTrue(EcdsaKey.isWellFormed(ecdsa(one, largest)));
    assertTrue(EcdsaKey.isWellFormed(ecdsa(largest, one)));
    for (BigInteger number : new BigInteger[] {BigInteger.ZERO, one.negate(), order, order.add(one)}) {
      assertFalse("r " + number, EcdsaKey.isWellFormed(ecdsa(number, one)));
      assertFalse("s " + number, EcdsaKey.isWellFormed(ecdsa(one, number)));
    }
    assertFalse(EcdsaKey.isWellFormed(ecdsa(BigInteger.ZERO, BigInteger.ZERO)));
  }

  private static byte[] ecdsa(BigInteger r, BigInteger s) {
    byte[] numbers = Bytes.concat(der(2, r.toByteArray()), der(2, s.toByteArray()));
    return der(0x30, numbers);
  }

  private static byte[] der(int tag, byte[] contents) {
    return Bytes.concat(new byte[] {(byte) tag, (byte) contents.length}, contents);
  }

  @Test
  public void compressedPointsAreTheSameKey() throws Exception {
    for (int round = 0; round < 20; round++) {
      KeyPair key = TestRepository.key("EC", 256);
      ECPublicKey numbers = (ECPublicKey) key.getPublic();
      byte[] x = Bytes.unsigned(numbers.getW().getAffineX(), 32);
      byte[] y = Bytes.unsigned(numbers.getW().getAffineY(), 32);
      byte[] compressed = Bytes.concat(new byte[] {(byte) (2 + (y[31] & 1))}, x);
      byte[] uncompressed = Bytes.concat(new byte[] {4}, Bytes.concat(x, y));
      assertEquals(opened(key), EcdsaKey.of(compressed));
      assertEquals(opened(key), EcdsaKey.of(uncompressed));
      assertTrue(EcdsaKey.of(compressed).isValid(TestRepository.sign(key, x), x));
      assertNull(EcdsaKey.of(flipped(uncompressed)));
      assertNull(EcdsaKey.of(Arrays.copyOf(compressed, 32)));
    }
    byte[] infinite = new byte[33];
    Arrays.fill(infinite, (byte) 0xFF);
    infinite[0] = 2;
    assertNull(EcdsaKey.of(infinite));
  }

  // Documents

  @Test
  public void keysAreReadStrictly() throws Exception {
    byte[] encoded = TestRepository.key("EC", 256).getPublic().getEncoded();
    String pem = TestRepository.pem(encoded);
    PublicKey key = PublicKey.pem(pem);
    assertNotNull(key);
    for (String text : new String[] {
      "Comment\n" + pem, pem + " \n\t", pem.replace("\n", "\r\n"), pem.trim(), " \n" + pem,
      pem.replace("MFkw", "MF kw"),
    }) {
      assertEquals(text, key, PublicKey.pem(text));
    }
    for (String text : new String[] {
      "", pem + "x", pem.replace("BEGIN PUBLIC", "BEGIN PRIVATE"), pem.replace("END PUBLIC", "END PRIVATE"),
      pem.replace("==", "="), pem.replace("==", ""), pem.replace("MFkw", "MFkw="), pem.replace("MFkw", "MF-w"),
      "x" + pem, pem + pem, TestRepository.pem(Bytes.concat(encoded, new byte[1])),
      TestRepository.pem(Arrays.copyOf(encoded, encoded.length - 1)), TestRepository.pem(new byte[0]),
      pem.replace("\n-----END", new String(new char[16_384]).replace('\0', '\n') + "-----END"),
    }) {
      assertNull(text, PublicKey.pem(text));
    }
    for (int index = 0; index < encoded.length; index++) {
      byte[] changed = encoded.clone();
      changed[index] ^= 1;
      assertNull("byte " + index, PublicKey.pem(TestRepository.pem(changed)));
    }
  }

  @Test
  public void encodingsAreMinimal() throws Exception {
    byte[] curve = TestRepository.key("EC", 256).getPublic().getEncoded();
    String pem = TestRepository.pem(curve);
    int last = pem.indexOf("==") - 1;
    String otherBits = pem.substring(0, last) + (char) (pem.charAt(last) + 1) + pem.substring(last + 1);
    assertNull(PublicKey.pem(otherBits));
    byte[] longLength = Bytes.concat(new byte[] {0x30, (byte) 0x81, curve[1]}, Bytes.range(curve, 2, curve.length));
    assertNull(PublicKey.pem(TestRepository.pem(longLength)));
    // An exponent with a redundant zero.
    byte[] key = TestRepository.key("RSA", 2048).getPublic().getEncoded();
    assertNotNull(PublicKey.pem(TestRepository.pem(key)));
    byte[] padded = Bytes.concat(Bytes.range(key, 0, key.length - 5), new byte[] {2, 4, 0, 1, 0, 1});
    for (int length : new int[] {3, 22, 27}) padded[length]++;
    assertNull(PublicKey.pem(TestRepository.pem(padded)));
    padded[key.length - 4] = 4;
    padded[key.length - 3] = 1;
    assertNotNull(PublicKey.pem(TestRepository.pem(padded)));
  }

  @Test
  public void theTypeOfAKeyMustFitItsScheme() throws Exception {
    JsonObject object = TestRepository.object(TestRepository.key("EC", 256).getPublic()).object();
    assertNotNull(new TrustKey(JsonValue.of(object)).publicKey());
    assertNotNull(new TrustKey(JsonValue.of(object.put("keytype", "ecdsa-sha2-nistp256"))).publicKey());
    assertNull(new TrustKey(JsonValue.of(object.put("keytype", "rsa"))).publicKey());
    assertNull(new TrustKey(JsonValue.of(object.put("scheme", "rsassa-pss-sha256"))).publicKey());
    JsonObject ed25519 = TestRepository.object(TestRepository.key().getPublic()).object();
    String digits = ed25519.get("keyval").object().get("public").string();
    assertNotNull(PublicKey.ed25519(digits.toUpperCase()));
    assertNull(PublicKey.ed25519(digits.substring(2)));
    assertNull(PublicKey.ed25519(digits + "0"));
    assertNull(PublicKey.ed25519(digits.replace(digits.charAt(0), 'g')));
  }

  // Canonical JSON

  @Test
  public void whiteSpaceOrderAndEscapesAreNormalized() throws Exception {
    String[][] documents = {
      {" { \"b\" : 1, \"a\" : [ true, false, null ] } ", "{\"a\":[true,false,null],\"b\":1}"},
      {"{\"é\":1,\"z\":2,\"Z\":3,\"\":4}", "{\"\":4,\"Z\":3,\"z\":2,\"é\":1}"},
      {"\"\\u0041\\n\\/\\\"\\\\\"", "\"A\n/\\\"\\\\\""},
      {"[-0, -17, 123456789012345678901234567890]", "[0,-17,123456789012345678901234567890]"},
      {"{\"\\ud83d\\ude00\":1,\"\uffee\":\"\\u0000\"}", "{\"\uffee\":\"\0\",\"😀\":1}"}, {"[]", "[]"}, {"{}", "{}"},
    };
    for (String[] document : documents) {
      byte[] bytes = CanonicalJson.encode(JsonReader.read(Utf8.encode(document[0])));
      assertEquals(document[1], Utf8.decode(bytes));
    }
    for (String text : new String[] {"1.0", "1e3", "[0.5]"}) {
      try {
        CanonicalJson.encode(JsonReader.read(Utf8.encode(text)));
        fail("accepted: " + text);
      } catch (JsonException error) {
        assertTrue(error.getMessage().contains("integer"));
      }
    }
  }

  // Patterns

  @Test
  public void wildcardsMatchWithinAComponent() {
    String[][] matching = {
      {"*", "file"}, {"*", ""}, {"a/*", "a/b"}, {"a/*/*", "a/b/c"}, {"foo-?.tgz", "foo-1.tgz"}, {"*.tgz", "foo.tgz"},
      {"a*b*c", "aXbXbXc"}, {"**", "ab"}, {"?", "é"}, {"?", "😀"}, {"[abc].js", "b.js"}, {"[a-c]", "b"},
      {"[]]", "]"},
      {"[a", "[a"}, {"", ""}, {"[[]", "["}, {"[a]]", "a]"}, {"]", "]"}, {"][", "]["}, {"[!]]", "a"}, {"[!]", "[!]"},
      {"[a-]", "-"}, {"[]-a]", "^"}, {"*[!x]*y", "xxay"},
    };
    String[][] others = {
      {"*", "a/b"}, {"a/*", "a/b/c"}, {"foo-?.tgz", "foo-.tgz"}, {"foo-?.tgz", "foo-12.tgz"},
      {"*.tgz", "targets/foo.tgz"}, {"foo", "Foo"}, {"a*b*c", "aXbX"}, {"[!abc].js", "b.js"}, {"[a", "a"},
      {"[z-a]", "b"}, {"", "a"}, {"/a", "a"}, {"[!]]", "]"}, {"a/", "a"},
    };
    for (String[] pair : matching) assertTrue(pair[0] + " " + pair[1], PathPattern.matches(pair[0], pair[1]));
    for (String[] pair : others) assertFalse(pair[0] + " " + pair[1], PathPattern.matches(pair[0], pair[1]));
  }

  @Test(timeout = 10_000)
  public void hostilePatternsTakeLittleTime() {
    for (String part : new String[] {"*a", "[", "[]", "[!", "[a]", "[a-", "*[a"}) {
      StringBuilder pattern = new StringBuilder();
      while (pattern.length() + part.length() < 1024) pattern.append(part);
      String text = new String(new char[1024]).replace('\0', 'a');
      assertFalse(PathPattern.matches(pattern + "b", text));
      assertFalse(PathPattern.matches(pattern + "]b", text));
    }
  }
}
