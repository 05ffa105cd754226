package com.eros.device;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertTrue;

import java.math.BigInteger;
import java.security.KeyFactory;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.PublicKey;
import java.security.SecureRandom;
import java.security.Signature;
import java.security.spec.X509EncodedKeySpec;
import java.util.Arrays;
import java.util.Random;
import org.junit.Test;

/** Our verification of Ed25519 against RFC 8032 and the JDK's own. */
public final class Ed25519Test {
  private static final int ROUNDS = Integer.getInteger("eros.ed25519.rounds", 2000);
  private static final byte[] X509_PREFIX = bytes("302a300506032b6570032100");
  private static final BigInteger ORDER = BigInteger.ONE.shiftLeft(252)
      .add(new BigInteger("27742317777372353535851937790883648493"));
  private static final BigInteger PRIME =
      BigInteger.ONE.shiftLeft(255).subtract(BigInteger.valueOf(19));

  /** Section 7.1 of RFC 8032: key, message, signature. */
  private static final String[][] RFC = {
    {
      "d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a", "",
      "e5564300c360ac729086e2cc806e828a84877f1eb8e5d974d873e065224901555fb8821590a33bacc61e39701cf9b4"
          + "6bd25bf5f0595bbe24655141438e7a100b"
    },
    {
      "3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c", "72",
      "92a009a9f0d4cab8720e820b5f642540a2b27b5416503f8fb3762223ebdb69da085ac1e43e15996e458f3613d0f11d"
          + "8c387b2eaeb4302aeeb00d291612bb0c00"
    },
    {
      "fc51cd8e6218a1a38da47ed00230f0580816ed13ba3303ac5deb911548908025", "af82",
      "6291d657deec24024827e69c3abe01a30ce548a284743a445e3680d7db5ac3ac18ff9b538d16f290ae67f760984dc6"
          + "594a7c15e9716ed28dc027beceea1ec40a"
    },
    {
      "ec172b93ad5e563bf4932c70e1245034c35467ef2efd4d64ebf819683467e2bf",
      "ddaf35a193617abacc417349ae20413112e6fa4e89a97ea20a9eeee64b55d39a2192992a274fc1a836ba3c23a3feebb"
          + "d454d4423643ce80e2a9ac94fa54ca49f",
      "dc2a4459e7369633a52b1bf277839a00201009a3efbf3ecb69bea2186c26b58909351fc9ac90b3ecfdfbc7c66431e0"
          + "303dca179c138ac17ad9bef1177331a704"
    },
  };

  private static byte[] bytes(String digits) {
    byte[] bytes = new byte[digits.length() / 2];
    for (int index = 0; index < bytes.length; index++) {
      bytes[index] = (byte) Integer.parseInt(digits.substring(2 * index, 2 * index + 2), 16);
    }
    return bytes;
  }

  private static byte[] littleEndian(BigInteger number) {
    byte[] bytes = new byte[32];
    for (int bit = 0; bit < 256; bit++) {
      if (number.testBit(bit)) bytes[bit / 8] |= (byte) (1 << bit % 8);
    }
    return bytes;
  }

  private static boolean jdkVerifies(byte[] key, byte[] message, byte[] signature) {
    try {
      PublicKey opened = KeyFactory.getInstance("Ed25519")
          .generatePublic(new X509EncodedKeySpec(Bytes.concat(X509_PREFIX, key)));
      Signature verifier = Signature.getInstance("Ed25519");
      verifier.initVerify(opened);
      verifier.update(message);
      return verifier.verify(signature);
    } catch (Exception error) {
      return false;
    }
  }

  @Test
  public void theVectorsOfTheStandardAreValid() {
    for (String[] vector : RFC) {
      byte[] signature = bytes(vector[2]);
      assertTrue(Ed25519.verify(bytes(vector[0]), bytes(vector[1]), signature));
      for (int bit = 0; bit < 512; bit += 37) {
        byte[] changed = signature.clone();
        changed[bit / 8] ^= (byte) (1 << bit % 8);
        assertFalse(Ed25519.verify(bytes(vector[0]), bytes(vector[1]), changed));
      }
    }
  }

  @Test
  public void randomAndMutatedSignaturesHaveTheVerdictOfTheJdk() throws Exception {
    Random random = new Random(51);
    KeyPairGenerator generator = KeyPairGenerator.getInstance("Ed25519");
    SecureRandom seeded = SecureRandom.getInstance("SHA1PRNG");
    seeded.setSeed(51);
    generator.initialize(255, seeded);
    int valid = 0;
    for (int round = 0; round < ROUNDS; round++) {
      KeyPair pair = generator.generateKeyPair();
      byte[] encoded = pair.getPublic().getEncoded();
      byte[] key = Arrays.copyOfRange(encoded, encoded.length - 32, encoded.length);
      byte[] message = new byte[random.nextInt(80)];
      random.nextBytes(message);
      Signature signer = Signature.getInstance("Ed25519");
      signer.initSign(pair.getPrivate());
      signer.update(message);
      byte[] signature = signer.sign();
      if (round % 4 != 0) mutate(random, key, message, signature);
      boolean expected = jdkVerifies(key, message, signature);
      if (expected) valid++;
      assertEquals("round " + round, expected, Ed25519.verify(key, message, signature));
    }
    assertTrue(valid >= ROUNDS / 4);
  }

  private static void mutate(Random random, byte[] key, byte[] message, byte[] signature) {
    byte[] changed = random.nextInt(4) == 0 ? key : signature;
    if (message.length > 0 && random.nextInt(4) == 0) changed = message;
    changed[random.nextInt(changed.length)] ^= (byte) (1 << random.nextInt(8));
  }

  @Test
  public void aScalarAboveTheOrderIsRefused() {
    byte[] key = bytes(RFC[1][0]);
    byte[] message = bytes(RFC[1][1]);
    byte[] signature = bytes(RFC[1][2]);
    BigInteger s = BigInteger.ZERO;
    for (int bit = 0; bit < 256; bit++) {
      if ((signature[32 + bit / 8] >> bit % 8 & 1) != 0) s = s.setBit(bit);
    }
    byte[] other = signature.clone();
    System.arraycopy(littleEndian(s.add(ORDER)), 0, other, 32, 32);
    assertFalse(Ed25519.verify(key, message, other));
    assertTrue(Ed25519.verify(key, message, signature));
  }

  @Test
  public void pointsOfSmallOrderAreRefused() {
    String[] points = {
      "0000000000000000000000000000000000000000000000000000000000000000",
      "0100000000000000000000000000000000000000000000000000000000000000",
      "ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
      "26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05",
      "c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a",
    };
    for (String text : points) {
      for (int sign = 0; sign < 2; sign++) {
        byte[] point = bytes(text);
        if (sign == 1) point[31] |= (byte) 0x80;
        // With S = 0 and A of order 1, R = the neutral point satisfies the equation for every message.
        for (String r : points) {
          byte[] signature = Bytes.concat(bytes(r), new byte[32]);
          assertFalse(Ed25519.verify(point, new byte[] {1}, signature));
        }
        byte[] valid = bytes(RFC[0][2]);
        System.arraycopy(point, 0, valid, 0, 32);
        assertFalse(Ed25519.verify(bytes(RFC[0][0]), Bytes.EMPTY, valid));
      }
    }
  }

  @Test
  public void encodingsAboveThePrimeAreRefused() {
    for (int offset = 0; offset < 19; offset++) {
      byte[] point = littleEndian(PRIME.add(BigInteger.valueOf(offset)));
      for (int sign = 0; sign < 2; sign++) {
        if (sign == 1) point[31] |= (byte) 0x80;
        assertFalse(Ed25519.verify(point, new byte[1], bytes(RFC[0][2])));
        byte[] signature = bytes(RFC[0][2]);
        System.arraycopy(point, 0, signature, 0, 32);
        assertFalse(Ed25519.verify(bytes(RFC[0][0]), Bytes.EMPTY, signature));
      }
    }
  }

  @Test
  public void otherLengthsAreRefused() {
    byte[] key = bytes(RFC[0][0]);
    byte[] signature = bytes(RFC[0][2]);
    assertFalse(Ed25519.verify(Arrays.copyOf(key, 33), Bytes.EMPTY, signature));
    assertFalse(Ed25519.verify(Arrays.copyOf(key, 31), Bytes.EMPTY, signature));
    assertFalse(Ed25519.verify(key, Bytes.EMPTY, Arrays.copyOf(signature, 63)));
    assertFalse(Ed25519.verify(key, Bytes.EMPTY, Arrays.copyOf(signature, 65)));
  }
}
