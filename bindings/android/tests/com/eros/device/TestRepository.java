package com.eros.device;

import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.PublicKey;
import java.security.Signature;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** A repository in memory whose roles the test signs, rotates and attacks. */
final class TestRepository implements MetadataSource {
  static final long START = 1_700_000_000_000L;
  static final long DAY = 86_400_000;

  /** A step of a test before a response. */
  interface Step {
    void before(String path) throws Exception;
  }

  /** The published files by their path in the metadata folder. */
  final Map<String, byte[]> files = new LinkedHashMap<>();
  /** The keys of each role that sign it when it is published. */
  final Map<String, List<KeyPair>> signers = new HashMap<>();
  /** The signed object of each role. */
  final Map<String, JsonObject> roles = new LinkedHashMap<>();
  /** The paths that were requested. */
  final List<String> requests = new ArrayList<>();
  boolean recordsDigests = true;
  Step step = path -> {};

  /** Creates a repository in which every role has one key, and publishes it. */
  TestRepository() throws Exception {
    for (String role : RoleName.topLevel()) roles.put(role, header(role));
    JsonObject members = new JsonObject();
    for (String role : RoleName.topLevel()) members.put(role, keys(1));
    roles.get("root").put("consistent_snapshot", JsonValue.of(true))
        .put("keys", JsonValue.of(new JsonObject())).put("roles", JsonValue.of(members));
    roles.get("targets").put("targets", JsonValue.of(new JsonObject()));
    roles.get("snapshot").put("meta", JsonValue.of(new JsonObject()));
    roles.get("timestamp").put("meta", JsonValue.of(new JsonObject()));
    for (String role : RoleName.topLevel()) addKey(role);
    publish("root", "targets", "snapshot", "timestamp");
  }

  /** Returns a repository with the same keys, contents and files. */
  TestRepository copy() throws Exception {
    TestRepository copy = new TestRepository();
    copy.files.clear();
    copy.files.putAll(files);
    copy.signers.clear();
    for (Map.Entry<String, List<KeyPair>> entry : signers.entrySet()) {
      copy.signers.put(entry.getKey(), new ArrayList<>(entry.getValue()));
    }
    copy.roles.clear();
    for (Map.Entry<String, JsonObject> entry : roles.entrySet()) {
      byte[] bytes = JsonWriter.compact(JsonValue.of(entry.getValue()));
      copy.roles.put(entry.getKey(), JsonReader.read(bytes).object());
    }
    return copy;
  }

  private static JsonObject header(String type) {
    return new JsonObject().put("_type", type).put("spec_version", "1.0.34").put("version", 0)
        .put("expires", UtcTime.text(START + 30 * DAY));
  }

  private static JsonValue keys(long threshold, String... keyIds) {
    return JsonValue.of(
        new JsonObject().put("keyids", JsonValue.texts(Arrays.asList(keyIds))).put("threshold", threshold));
  }

  byte[] pinnedRoot() {
    return files.get("1.root.json");
  }

  // Keys

  static KeyPair key(String algorithm, int size) throws GeneralSecurityException {
    KeyPairGenerator generator = KeyPairGenerator.getInstance(algorithm);
    generator.initialize(size);
    return generator.generateKeyPair();
  }

  static KeyPair key() throws GeneralSecurityException {
    return key("Ed25519", 255);
  }

  /** Returns the object of a key in metadata. */
  static JsonValue object(PublicKey key) {
    byte[] encoded = key.getEncoded();
    String type = key.getAlgorithm().equals("RSA") ? "rsa" : key.getAlgorithm().equals("EC") ? "ecdsa" : "ed25519";
    String scheme = type.equals("rsa") ? "rsassa-pss-sha256" : type.equals("ecdsa") ? "ecdsa-sha2-nistp256" : type;
    String value = type.equals("ed25519")
        ? Hex.encode(Arrays.copyOfRange(encoded, encoded.length - 32, encoded.length)) : pem(encoded);
    JsonObject values = new JsonObject().put("public", value);
    return JsonValue.of(
        new JsonObject().put("keytype", type).put("scheme", scheme).put("keyval", JsonValue.of(values)));
  }

  static String pem(byte[] encoded) {
    return "-----BEGIN PUBLIC KEY-----\n"
        + Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(encoded) + "\n-----END PUBLIC KEY-----\n";
  }

  static String id(KeyPair key) throws JsonException {
    return Hashing.sha256(CanonicalJson.encode(object(key.getPublic())));
  }

  static byte[] sign(KeyPair key, byte[] message) throws GeneralSecurityException {
    String algorithm = key.getPublic().getAlgorithm();
    Signature signer = Signature.getInstance(
        algorithm.equals("RSA") ? "RSASSA-PSS" : algorithm.equals("EC") ? "SHA256withECDSA" : "Ed25519");
    if (algorithm.equals("RSA")) signer.setParameter(TrustKeyTest.pss(32));
    signer.initSign(key.getPrivate());
    signer.update(message);
    return signer.sign();
  }

  void addKey(String role) throws Exception {
    addKey(role, key());
  }

  /** Adds a key to a top-level role. */
  void addKey(String role, KeyPair key) throws Exception {
    roles.get("root").get("keys").object().put(id(key), object(key.getPublic()));
    rootRole(role).get("keyids").array().add(JsonValue.of(id(key)));
    signers.computeIfAbsent(role, name -> new ArrayList<>()).add(key);
  }

  /** Returns the keys and the threshold of a top-level role. */
  JsonObject rootRole(String role) {
    return roles.get("root").get("roles").object().get(role).object();
  }

  /** Replaces the key of a role; root metadata is signed by the old and the new key once. */
  void rotate(String role) throws Exception {
    List<KeyPair> old = signers.remove(role);
    rootRole(role).put("keyids", JsonValue.of(new ArrayList<JsonValue>()));
    addKey(role);
    if (!role.equals("root")) return;
    KeyPair added = signers.get(role).get(0);
    signers.get(role).addAll(old);
    publish("root");
    signers.put(role, new ArrayList<>(Collections.singletonList(added)));
  }

  // Delegations

  /** Adds a role to which {@code delegator} delegates paths. */
  void delegate(String role, String delegator, boolean isTerminating, String... patterns) throws Exception {
    JsonObject delegations = delegations(delegator);
    KeyPair key = key();
    delegations.get("keys").object().put(id(key), object(key.getPublic()));
    JsonObject entry = keys(1, id(key)).object().put("name", role)
        .put("terminating", JsonValue.of(isTerminating))
        .put("paths", JsonValue.texts(Arrays.asList(patterns)));
    delegations.get("roles").array().add(JsonValue.of(entry));
    signers.computeIfAbsent(role, name -> new ArrayList<>()).add(key);
    if (roles.containsKey(role)) return;
    roles.put(role, header("targets").put("targets", JsonValue.of(new JsonObject())));
  }

  private JsonObject delegations(String delegator) {
    JsonObject contents = roles.get(delegator);
    if (!contents.has("delegations")) {
      contents.put(
          "delegations",
          JsonValue.of(
              new JsonObject().put("keys", JsonValue.of(new JsonObject()))
                  .put("roles", JsonValue.of(new ArrayList<JsonValue>()))));
    }
    return contents.get("delegations").object();
  }

  /** Returns the first delegation of a role. */
  JsonObject delegation(String delegator) {
    return delegations(delegator).get("roles").array().get(0).object();
  }

  /** Adds a file to a role, with its {@code custom.eros} unless that is {@code null}; its contents are its path. */
  void addTarget(String role, String path, JsonObject eros) {
    addTarget(role, path, Utf8.encode(path), eros);
  }

  void addTarget(String role, String path, byte[] bytes, JsonObject eros) {
    JsonObject hashes = new JsonObject().put("sha256", Hashing.sha256(bytes));
    JsonObject target = new JsonObject().put("length", bytes.length).put("hashes", JsonValue.of(hashes));
    if (eros != null) target.put("custom", JsonValue.of(new JsonObject().put("eros", JsonValue.of(eros))));
    roles.get(role).get("targets").object().put(path, JsonValue.of(target));
  }

  // Publishing

  /** Raises the versions of roles, signs them and adds their files, in the order given. */
  void publish(String... names) throws Exception {
    for (String role : names) {
      JsonObject contents = roles.get(role);
      contents.put("version", contents.get("version").integer() + 1);
      if (role.equals("timestamp")) roles.get(role).get("meta").object().put("snapshot.json", reference("snapshot"));
      files.put(path(role), signed(role));
      if (!Arrays.asList(RoleName.topLevel()).contains(role) || role.equals("targets")) {
        roles.get("snapshot").get("meta").object().put(role + ".json", reference(role));
      }
    }
  }

  /** Returns the path of the current file of a role. */
  String path(String role) {
    String file = RoleName.file(role);
    return role.equals("timestamp") ? file : roles.get(role).get("version").integer() + "." + file;
  }

  /** Returns the file of a role, signed by its signers. */
  byte[] signed(String role) throws Exception {
    JsonValue contents = JsonValue.of(roles.get(role));
    List<JsonValue> signatures = new ArrayList<>();
    for (KeyPair key : signers.get(role)) {
      String signature = Hex.encode(sign(key, CanonicalJson.encode(contents)));
      signatures.add(JsonValue.of(new JsonObject().put("keyid", id(key)).put("sig", signature)));
    }
    return JsonWriter.compact(
        JsonValue.of(new JsonObject().put("signed", contents).put("signatures", JsonValue.of(signatures))));
  }

  private JsonValue reference(String role) {
    JsonObject reference = new JsonObject().put("version", roles.get(role).get("version"));
    byte[] bytes = files.get(path(role));
    if (recordsDigests && bytes != null) {
      reference.put("length", bytes.length)
          .put("hashes", JsonValue.of(new JsonObject().put("sha256", Hashing.sha256(bytes))));
    }
    return JsonValue.of(reference);
  }

  @Override
  public Response read(String path, int limit) throws ErosException {
    requests.add(path);
    try {
      step.before(path);
    } catch (ErosException error) {
      throw error;
    } catch (Exception error) {
      throw new AssertionError(error);
    }
    byte[] bytes = files.get(path);
    return bytes == null ? Response.MISSING : bytes.length > limit ? Response.TOO_LONG : Response.of(bytes, null);
  }
}
