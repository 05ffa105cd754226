package com.eros.device;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertNotNull;
import static org.junit.Assert.assertTrue;
import static org.junit.Assert.fail;

import java.security.KeyPair;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.Before;
import org.junit.Test;

/** Updates of trusted metadata, and the attacks of section 1.5.2 of the TUF specification. */
public final class TrustUpdateTest {
  private static final String[] ONLINE = {"targets", "snapshot", "timestamp"};

  private TestRepository repository;
  private TestDevice device;

  @Before
  public void setUp() throws Exception {
    repository = new TestRepository();
    device = new TestDevice(repository);
  }

  // Updates

  @Test
  public void aNewDeviceStoresAllRolesRootFirst() throws Exception {
    device.update(repository);
    assertEquals(
        Arrays.asList("2.root.json", "timestamp.json", "1.snapshot.json", "1.targets.json"), repository.requests);
    assertEquals(
        Arrays.asList("root-copy", "root.json", "timestamp.json", "snapshot.json", "targets.json"), device.changes);
    device.update(repository);
    assertEquals(Arrays.asList("2.root.json", "timestamp.json"), repository.requests);
    assertTrue(device.changes.isEmpty());
  }

  @Test
  public void aDeviceThatIsFiftyRootFilesBehindCatchesUp() throws Exception {
    device.update(repository);
    for (int index = 0; index < 50; index++) {
      String role = RoleName.topLevel()[index % 4];
      repository.rotate(role);
      if (!role.equals("root")) repository.publish("root");
    }
    repository.publish(ONLINE);
    device.update(repository);
    assertEquals(51, device.version("root"));
    assertEquals(2, device.version("targets"));
  }

  @Test
  public void oneUpdateLoadsALimitedNumberOfRoots() throws Exception {
    for (int count = 0; count < 7; count++) repository.publish("root");
    device.limits.rootRotations = 5;
    device.update(repository);
    assertEquals(6, device.version("root"));
    device.update(repository);
    assertEquals(8, device.version("root"));
  }

  @Test
  public void onlyANewerPinnedRootReplacesTheStoredOne() throws Exception {
    device.update(repository);
    repository.rotate("root");
    // The server does not have the file, so only the pinned root can be the second one.
    device.pinnedRoot = repository.files.remove("2.root.json");
    device.update(repository);
    assertEquals(2, device.version("root"));
    device.pinnedRoot = repository.pinnedRoot();
    device.update(repository);
    assertEquals(2, device.version("root"));
  }

  @Test
  public void damagedRootIsRestored() throws Exception {
    device.update(repository);
    Map<String, String> intact = device.files();
    device.pinnedRoot = null;
    for (String file : new String[] {"root.json", "root-copy"}) {
      device.damage(file);
      device.update(repository);
      assertEquals(intact, device.files());
    }
    // An older copy is replaced.
    repository.publish("root");
    device.update(repository);
    intact = device.files();
    device.add("root-copy", repository.pinnedRoot());
    device.update(repository);
    assertEquals("3.root.json", repository.requests.get(0));
    assertEquals(intact, device.files());
    device.damage("root.json");
    device.damage("root-copy");
    assertEquals("malformed-metadata", device.error(repository));
    device.pinnedRoot = repository.pinnedRoot();
    device.update(repository);
    assertEquals(intact, device.files());
    device.pinnedRoot = null;
    device.remove("root.json");
    device.remove("root-copy");
    assertEquals("no-root", device.error(repository));
  }

  @Test
  public void withADamagedRootOlderMetadataIsRefused() throws Exception {
    for (String damaged : new String[] {"root.json", "root-copy"}) {
      setUp();
      TestRepository old = repository.copy();
      device.update(repository);
      repository.rotate("timestamp");
      repository.publish("root", "targets", "snapshot", "timestamp");
      device.update(repository);
      Map<String, String> files = device.files();
      device.damage(damaged);
      assertEquals("not-signed", device.error(old));
      device.update(repository);
      assertEquals(files, device.files());
    }
  }

  @Test
  public void damagedFilesAreDownloadedAgain() throws Exception {
    device.update(repository);
    Map<String, String> intact = device.files();
    for (String role : ONLINE) {
      device.damage(role + ".json");
      device.update(repository);
      assertEquals(intact, device.files());
    }
  }

  @Test
  public void afterAnInterruptedRotationRaisedVersionsNoLongerCount() throws Exception {
    for (String role : new String[] {"timestamp", "snapshot"}) {
      setUp();
      TestRepository attacked = repository.copy();
      attacked.roles.get("snapshot").put("version", 1_000_000);
      attacked.roles.get("timestamp").put("version", 1_000_000);
      attacked.publish("snapshot", "timestamp");
      device.update(attacked);
      repository.rotate(role);
      repository.publish("root", "targets", "snapshot", "timestamp");
      interruptEverywhere();
    }
  }

  @Test
  public void anUpdateContinuesAfterEachInterruption() throws Exception {
    device.update(repository);
    for (String role : RoleName.topLevel()) repository.rotate(role);
    repository.publish("root", "targets", "snapshot", "timestamp");
    interruptEverywhere();
  }

  /** Interrupts an update at each change and each request; the next update must complete it. */
  private void interruptEverywhere() throws Exception {
    TestDevice complete = device.copy();
    complete.update(repository);
    List<String> paths = Arrays.asList(repository.requests.toArray(new String[0]));
    int count = complete.changes.size();
    assertTrue(count > 5);
    for (int index = 0; index < count + paths.size(); index++) {
      TestDevice interrupted = device.copy();
      String failing = index < count ? "" : paths.get(index - count);
      interrupted.remainingChanges = index < count ? index : Integer.MAX_VALUE;
      repository.step = path -> {
        if (path.equals(failing)) throw TestDevice.interruption();
      };
      try {
        interrupted.update(repository);
        fail("not interrupted");
      } catch (ErosException error) {
        assertEquals(ErosException.IO_ERROR, error.getCode());
      }
      interrupted.remainingChanges = Integer.MAX_VALUE;
      repository.step = path -> {};
      interrupted.update(repository);
      assertEquals("interruption " + index, complete.files(), interrupted.files());
    }
  }

  @Test
  public void aRootThatIsReplacedDuringAnUpdateIsReadBeforeAFileIsRefused() throws Exception {
    for (String role : ONLINE) {
      setUp();
      device.update(repository);
      repository.rotate(role);
      repository.publish("root", "targets", "snapshot", "timestamp");
      byte[] root = repository.files.remove("2.root.json");
      repository.step = path -> {
        if (!path.equals("2.root.json")) repository.files.put("2.root.json", root);
      };
      device.update(repository);
      assertEquals(2, device.version("timestamp"));
      assertEquals(2, Collections.frequency(repository.requests, "2.root.json"));
      assertEquals(1, Collections.frequency(repository.requests, "3.root.json"));
    }
  }

  @Test
  public void afterAReplacedRootVerifiedFilesDoNotReturnToOlderVersions() throws Exception {
    device.update(repository);
    byte[] older = repository.files.get("timestamp.json");
    repository.rotate("targets");
    repository.publish("root", "targets", "snapshot", "timestamp");
    byte[] root = repository.files.remove("2.root.json");
    repository.step = path -> {
      if (!path.equals("2.targets.json")) return;
      repository.files.put("2.root.json", root);
      repository.files.put("timestamp.json", older);
    };
    assertEquals("rollback", device.error(repository));
  }

  @Test
  public void anExpiredRootEndsTheUpdateAfterItForgotTheFilesOfAWithdrawnKey() throws Exception {
    device.update(repository);
    repository.rotate("snapshot");
    repository.roles.get("root").put("expires", UtcTime.text(TestRepository.START));
    repository.publish("root");
    assertEquals("freeze", device.error(repository));
    assertEquals("[root-copy, root.json, targets.json]", device.names().toString());
    repository.roles.get("root").put("expires", UtcTime.text(TestRepository.START + 1000));
    repository.publish("root", "targets", "snapshot", "timestamp");
    device.update(repository);
  }

  @Test
  public void filesOfUnlistedRolesAreRemoved() throws Exception {
    repository.delegate("a", "targets", false, "*");
    repository.publish("a", "targets", "snapshot", "timestamp");
    device.find(repository, "file");
    assertTrue(device.names().contains("a.json"));
    // Only a snapshot with a new key can list fewer files.
    repository.rotate("snapshot");
    repository.roles.get("targets").remove("delegations");
    repository.roles.get("snapshot").get("meta").object().remove("a.json");
    repository.publish("root", "targets", "snapshot", "timestamp");
    device.update(repository);
    assertFalse(device.names().contains("a.json"));
  }

  // Signatures

  @Test
  public void metadataWithAnotherKeyIsRefused() throws Exception {
    device.update(repository);
    for (String role : RoleName.topLevel()) {
      TestRepository forged = repository.copy();
      forged.signers.put(role, Collections.singletonList(TestRepository.key()));
      forged.publish(role.equals("root") ? new String[] {role} : ONLINE);
      TestDevice attacked = device.copy();
      assertEquals("not-signed", attacked.error(forged));
      assertEquals(1, attacked.version(role));
    }
    // A file that no root trusts is refused after one more look for newer root metadata.
    TestRepository forged = repository.copy();
    forged.signers.put("timestamp", Collections.singletonList(TestRepository.key()));
    forged.publish("timestamp");
    assertEquals("not-signed", device.error(forged));
    assertEquals(Arrays.asList("2.root.json", "timestamp.json", "2.root.json"), forged.requests);
    assertTrue(device.changes.isEmpty());
  }

  @Test
  public void aRootIsSignedByOldAndByNewKeys() throws Exception {
    List<KeyPair> old = repository.signers.get("root");
    repository.rotate("root");
    byte[] root = repository.files.get("2.root.json");
    List<KeyPair> added = repository.signers.get("root");
    for (List<KeyPair> signers : Arrays.asList(old.subList(0, 1), added)) {
      repository.signers.put("root", signers);
      repository.files.put("2.root.json", repository.signed("root"));
      assertEquals("not-signed", device.error(repository));
      assertEquals(1, TrustUpdate.rootVersion(device));
    }
    repository.files.put("2.root.json", root);
    device.update(repository);
    assertEquals(2, TrustUpdate.rootVersion(device));
  }

  @Test
  public void aThresholdCountsDifferentKeys() throws Exception {
    for (String role : RoleName.topLevel()) {
      setUp();
      for (int count = 0; count < 2; count++) repository.addKey(role);
      repository.rootRole(role).put("threshold", 3);
      repository.publish("root", "targets", "snapshot", "timestamp");
      device.update(repository);
      repository.signers.get(role).remove(0);
      repository.publish(role.equals("root") ? new String[] {role} : ONLINE);
      assertEquals("not-signed", device.error(repository));
      assertEquals(2, device.version(role));
    }
  }

  @Test
  public void aKeyUnderTwoIdsOrAWrongIdDoesNotCountTwice() throws Exception {
    KeyPair key = repository.signers.get("snapshot").get(0);
    JsonObject second = TestRepository.object(key.getPublic()).object().put("note", "same key");
    String id = Hashing.sha256(CanonicalJson.encode(JsonValue.of(second)));
    repository.roles.get("root").get("keys").object().put(id, JsonValue.of(second));
    repository.rootRole("snapshot").get("keyids").array().add(JsonValue.of(id));
    repository.publish("root", "targets", "snapshot", "timestamp");
    device.update(repository);
    String file = Utf8.decode(repository.files.get("2.snapshot.json"));
    String signature = file.substring(file.indexOf("{\"keyid\""), file.length() - 2);
    String both = signature + "," + signature.replace(TestRepository.id(key), id);
    repository.rootRole("snapshot").put("threshold", 2);
    repository.publish("root");
    repository.recordsDigests = false;
    repository.publish("timestamp");
    repository.files.put("2.snapshot.json", Utf8.encode(file.replace(signature, both)));
    device.remove("snapshot.json");
    assertEquals("not-signed", device.error(repository));
    // Either of them counts as one.
    repository.rootRole("snapshot").put("threshold", 1);
    repository.publish("root");
    String other = signature.replace(TestRepository.id(key), id);
    repository.files.put("2.snapshot.json", Utf8.encode(file.replace(signature, other)));
    device.update(repository);
    // A key whose ID is not its digest does not count.
    JsonObject keys = repository.roles.get("root").get("keys").object();
    keys.put(id, TestRepository.object(key.getPublic()));
    repository.publish("root");
    device.remove("snapshot.json");
    assertEquals("not-signed", device.error(repository));
  }

  @Test
  public void rolesCanHaveKeysOfAllAlgorithms() throws Exception {
    repository.addKey("timestamp", TestRepository.key("RSA", 2048));
    repository.addKey("timestamp", TestRepository.key("EC", 256));
    repository.rootRole("timestamp").put("threshold", 3);
    repository.publish("root", "targets", "snapshot", "timestamp");
    device.update(repository);
    repository.signers.get("timestamp").remove(1);
    repository.publish("timestamp");
    assertEquals("not-signed", device.error(repository));
  }

  @Test
  public void aFileOfAnotherRoleIsRefused() throws Exception {
    repository.signers.get("timestamp").addAll(repository.signers.get("snapshot"));
    repository.files.put("timestamp.json", repository.files.get("1.snapshot.json"));
    assertEquals("malformed-metadata", device.error(repository));
  }

  // Replays

  @Test
  public void olderFilesAreRefused() throws Exception {
    TestRepository old = repository.copy();
    repository.publish(ONLINE);
    device.update(repository);
    Map<String, String> files = device.files();
    assertEquals("rollback", device.error(old));
    // A newer timestamp with an older snapshot.
    old.roles.get("timestamp").put("version", 5);
    old.publish("timestamp");
    assertEquals("rollback", device.error(old));
    assertEquals(2, device.version("timestamp"));
    // A newer snapshot with older targets, or without them.
    old.roles.get("snapshot").put("version", 5);
    old.publish("snapshot", "timestamp");
    assertEquals("rollback", device.error(old));
    repository.roles.get("snapshot").get("meta").object().remove("targets.json");
    repository.roles.get("timestamp").put("version", 10);
    repository.roles.get("snapshot").put("version", 10);
    repository.publish("snapshot", "timestamp");
    assertEquals("rollback", device.error(repository));
    assertEquals(files.get("snapshot.json"), device.files().get("snapshot.json"));
  }

  @Test
  public void rootsFollowEachOther() throws Exception {
    repository.publish("root", "root");
    byte[] third = repository.files.get("3.root.json");
    byte[] second = repository.files.put("2.root.json", third);
    assertEquals("mix-and-match", device.error(repository));
    repository.files.put("2.root.json", repository.pinnedRoot());
    assertEquals("rollback", device.error(repository));
    repository.files.put("2.root.json", second);
    device.update(repository);
    assertEquals(3, device.version("root"));
  }

  @Test
  public void aVersionThatNoOtherCouldFollowIsRefused() throws Exception {
    for (String role : RoleName.topLevel()) {
      TestRepository raised = repository.copy();
      raised.roles.get(role).put("version", TrustLimits.MAXIMUM_VERSION);
      raised.publish(role.equals("root") ? new String[] {role} : ONLINE);
      if (role.equals("root")) raised.files.put("2.root.json", raised.files.get(raised.path("root")));
      assertEquals(role, "fast-forward", new TestDevice(repository).error(raised));
      // The file that lists the version is refused.
      assertFalse(raised.requests.contains(raised.path("targets")));
      assertEquals(role.equals("targets"), raised.requests.contains(raised.path("snapshot")));
      if (role.equals("root")) continue;
      raised.roles.get(role).put("version", TrustLimits.MAXIMUM_VERSION - 1);
      raised.publish(ONLINE);
      if (role.equals("targets")) new TestDevice(repository).update(raised);
    }
  }

  @Test
  public void anExpiredFileIsRefused() throws Exception {
    for (String role : RoleName.topLevel()) {
      setUp();
      JsonObject contents = repository.roles.get(role);
      contents.put("expires", UtcTime.text(TestRepository.START + 1000));
      repository.publish(role.equals("root") ? new String[] {role} : ONLINE);
      device.update(repository);
      device.now = TestRepository.START + 1000;
      assertEquals(role, "freeze", device.error(repository));
      device.now--;
      device.update(repository);
    }
  }

  @Test
  public void filesOfDifferentTimesAreRefused() throws Exception {
    for (boolean recordsDigests : new boolean[] {true, false}) {
      for (String role : new String[] {"snapshot", "targets"}) {
        setUp();
        repository.recordsDigests = recordsDigests;
        repository.publish(ONLINE);
        repository.publish(ONLINE);
        repository.files.put("3." + role + ".json", repository.files.get("2." + role + ".json"));
        assertEquals("mix-and-match", device.error(repository));
      }
    }
  }

  @Test
  public void aRecordedDigestCounts() throws Exception {
    for (String role : new String[] {"snapshot", "targets"}) {
      TestRepository changed = repository.copy();
      byte[] file = changed.files.get("1." + role + ".json");
      changed.files.put("1." + role + ".json", Bytes.concat(file, new byte[] {' '}));
      changed.publish(role.equals("targets") ? new String[] {"snapshot", "timestamp"} : new String[] {"timestamp"});
      if (role.equals("targets")) {
        JsonObject meta = changed.roles.get("snapshot").get("meta").object();
        meta.get("targets.json").object().put("length", file.length + 1);
        changed.publish("snapshot", "timestamp");
      }
      // The same contents with valid signatures in a file of another length.
      changed.files.put("1." + role + ".json", file);
      assertEquals(role, "mix-and-match", new TestDevice(repository).error(changed));
    }
  }

  @Test
  public void aFileThatIsTooLongIsRefused() throws Exception {
    repository.publish("root", "targets", "snapshot", "timestamp");
    for (String path : new String[] {"2.root.json", "timestamp.json", "2.snapshot.json", "2.targets.json"}) {
      TestRepository longer = repository.copy();
      longer.files.put(path, Arrays.copyOf(longer.files.get(path), 600_000));
      assertEquals(path, "endless-data", new TestDevice(repository).error(longer));
    }
  }

  @Test
  public void aMissingFileIsAnError() throws Exception {
    for (String path : new String[] {"timestamp.json", "1.snapshot.json", "1.targets.json"}) {
      TestRepository incomplete = repository.copy();
      incomplete.files.remove(path);
      assertEquals(path, "missing-metadata", new TestDevice(repository).error(incomplete));
    }
  }

  @Test
  public void metadataOfAnyOtherFormIsRefused() throws Exception {
    String text = Utf8.decode(repository.files.get("timestamp.json"));
    for (String[] change : new String[][] {
      {"1.0.34", "2.0.0"}, {"1.0.34", "1"}, {"1.0.34", "1.0.x"}, {"\"version\":1", "\"version\":0"},
      {"\"version\":1", "\"version\":1.0"}, {"\"_type\":\"timestamp\"", "\"_type\":\"snapshot\""}, {"Z\"", "\""},
      {"\"snapshot.json\"", "\"targets.json\""}, {"\"meta\"", "\"other\""}, {"\"sig\"", "\"signature\""},
      {"\"signatures\":[", "\"signatures\":[{\"keyid\":\"a\",\"sig\":\"\"},{\"keyid\":\"a\",\"sig\":\"\"},"},
      {"{\"signed\"", "<html>"}, {"\"sha256\":\"", "\"sha256\":\"0"}, {"\"sha256\"", "\"md5\""},
    }) {
      TestRepository changed = repository.copy();
      assertTrue(text.contains(change[0]));
      changed.files.put("timestamp.json", Utf8.encode(text.replace(change[0], change[1])));
      assertEquals(change[1], "malformed-metadata", new TestDevice(repository).error(changed));
    }
  }

  @Test
  public void mutatedFilesCauseNoOtherErrors() throws Exception {
    Random random = new Random(7);
    repository.delegate("a", "targets", false, "[a-c]*/?");
    repository.addTarget("targets", "x", new JsonObject().put("seq", 1));
    repository.publish("root", "a", "targets", "snapshot", "timestamp");
    int refused = 0;
    for (String role : RoleName.topLevel()) {
      byte[] file = repository.files.get(repository.path(role));
      for (int round = 0; round < 300; round++) {
        byte[] mutated = file.clone();
        int start = random.nextInt(file.length);
        if (round % 2 == 0) {
          mutated[start] = (byte) "\"{}[],:0-e\\x\0\u00ff".charAt(random.nextInt(14));
        } else {
          int end = random.nextInt(file.length);
          mutated = Bytes.concat(Bytes.range(file, 0, start), Bytes.range(file, end, file.length));
        }
        try {
          SignedMetadata signed = new SignedMetadata(mutated, role, "file");
          RoleKeys keys = update().role(role);
          if (signed.signerCount(keys, update().keys) == 0) refused++;
        } catch (TrustException error) {
          refused++;
        }
      }
    }
    // Some mutations do not change the contents.
    assertTrue(refused > 1100);
  }

  private RootMetadata update() throws ErosException {
    if (device.update == null) device.update(repository);
    return device.update.root();
  }

  // Searches

  @Test
  public void rolesAreSearchedInPreorder() throws Exception {
    repository.delegate("a", "targets", false, "x/*");
    repository.delegate("b", "targets", false, "y/*", "x/?");
    repository.delegate("c", "targets", false, "*");
    repository.delegate("d", "a", false, "x/*");
    repository.addTarget("b", "x/1", null);
    repository.addTarget("a", "y/1", null);
    repository.publish("d", "c", "b", "a", "targets", "snapshot", "timestamp");
    assertNotNull(device.find(repository, "x/1"));
    assertEquals(Arrays.asList("1.a.json", "1.d.json", "1.b.json"), repository.requests.subList(4, 7));
    // A role that lists a path that it may not sign is not asked.
    assertEquals(null, device.find(repository, "y/1"));
    assertEquals(Arrays.asList("2.root.json", "timestamp.json"), repository.requests);
  }

  @Test
  public void aTerminatingRoleEndsTheSearch() throws Exception {
    repository.delegate("a", "targets", true, "x/*");
    repository.delegate("b", "targets", false, "*", "x/*");
    repository.addTarget("b", "x/1", null);
    repository.addTarget("b", "1", null);
    repository.publish("b", "a", "targets", "snapshot", "timestamp");
    assertEquals(null, device.find(repository, "x/1"));
    assertNotNull(device.find(repository, "1"));
    // It also ends the search in the roles that wait.
    repository.delegate("c", "b", true, "c");
    repository.delegate("d", "targets", false, "c");
    repository.addTarget("d", "c", null);
    repository.publish("d", "c", "b", "targets", "snapshot", "timestamp");
    assertEquals(null, device.find(repository, "c"));
  }

  @Test
  public void prefixesOfDigestsSelectARole() throws Exception {
    repository.delegate("a", "targets", false);
    JsonObject role = repository.delegation("targets");
    role.remove("paths");
    String prefix = Hashing.sha256(Utf8.encode("1")).substring(0, 5);
    role.put("path_hash_prefixes", JsonValue.texts(Arrays.asList("00", prefix)));
    for (String path : new String[] {"1", "2"}) repository.addTarget("a", path, null);
    repository.publish("a", "targets", "snapshot", "timestamp");
    assertNotNull(device.find(repository, "1"));
    assertEquals(null, device.find(repository, "2"));
  }

  @Test
  public void aCycleAndALongChainEnd() throws Exception {
    String last = "targets";
    for (int index = 0; index < 40; index++) {
      repository.delegate("r" + index, last, false, "*");
      last = "r" + index;
      if (index == 31) repository.addTarget(last, "near", null);
    }
    repository.addTarget(last, "far", null);
    repository.delegate("r0", "r5", false, "*");
    for (int index = 39; index >= 0; index--) repository.publish("r" + index);
    repository.publish(ONLINE);
    assertEquals(null, device.find(repository, "far"));
    assertNotNull(device.find(repository, "near"));
  }

  @Test
  public void eachDelegatorVerifiesARole() throws Exception {
    repository.delegate("a", "targets", false, "a/*");
    repository.delegate("b", "targets", false, "b/*");
    repository.delegate("a", "b", false, "b/*");
    // Only the key of the first delegation signs.
    repository.signers.get("a").remove(1);
    repository.addTarget("a", "b/1", null);
    repository.publish("a", "b", "targets", "snapshot", "timestamp");
    assertEquals(null, device.find(repository, "a/1"));
    assertEquals("not-signed", device.error(repository, "b/1"));
    // Nor does the order of searches in one update matter.
    device.update(repository).find("a/1");
    try {
      device.update.find("b/1");
      fail("accepted");
    } catch (TrustException error) {
      assertEquals(TrustException.Kind.NOT_SIGNED, error.kind);
    }
    assertEquals(Arrays.asList("2.root.json", "timestamp.json"), repository.requests);
  }

  @Test
  public void rolesMustBeInTheSnapshotAndHaveShortNames() throws Exception {
    StringBuilder longName = new StringBuilder("é");
    while (longName.length() < 200) longName.append('x');
    repository.delegate("a", "targets", false, "a/*");
    repository.delegate(longName.toString(), "targets", false, "b/*");
    repository.publish(ONLINE);
    assertEquals("not-in-snapshot", device.error(repository, "a/1"));
    assertEquals("name-too-long", device.error(repository, "b/1"));
    assertEquals(null, device.update.find("c"));
  }

  @Test
  public void namesOfRolesCannotLeaveTheFolder() throws Exception {
    String[] names = {"/a", "../a", "a b", "é", ".", "..", "a?", "a#", "%2e"};
    for (String name : names) repository.delegate(name, "targets", false, "*");
    repository.publish(names);
    repository.publish(ONLINE);
    device.find(repository, "file");
    assertEquals(
        "[%252e.json, %2Fa.json, %C3%A9.json, ..%2Fa.json, ...json, ..json, a%20b.json, a%23.json, a%3F.json,"
            + " root-copy, root.json, snapshot.json, targets.json, timestamp.json]",
        device.names().toString());
    for (String name : new String[] {"root", "Root", "TIMESTAMP", "snapshot", "targets", ""}) {
      setUp();
      repository.delegate(name.isEmpty() ? name : "x", "targets", false, "*");
      repository.delegation("targets").put("name", name);
      repository.publish(ONLINE);
      assertEquals(name, "malformed-metadata", device.error(repository));
    }
  }

  @Test
  public void aSearchReadsALimitedNumberOfBytes() throws Exception {
    repository.delegate("a", "targets", false, "*");
    repository.publish("a", "targets", "snapshot", "timestamp");
    int size = repository.files.get("1.a.json").length;
    device.limits.searchBytes = repository.files.get("2.targets.json").length;
    device.update(repository);
    assertEquals(null, device.update.find("x"));
    device.limits.searchBytes = size - 1;
    device.update = null;
    try {
      device.find(repository, "x");
      fail("accepted");
    } catch (TrustException error) {
      assertEquals(TrustException.Kind.ENDLESS_DATA, error.kind);
    }
  }
}
