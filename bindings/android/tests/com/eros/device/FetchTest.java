package com.eros.device;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertNotNull;
import static org.junit.Assert.assertNull;
import static org.junit.Assert.assertTrue;
import static org.junit.Assert.fail;

import android.system.Os;
import android.system.StructStatVfs;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.URL;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLHandshakeException;
import javax.net.ssl.SSLPeerUnverifiedException;
import org.junit.After;
import org.junit.Before;
import org.junit.Test;

/** Updates of a device from a web server on loopback. */
public final class FetchTest {
  private TestStore store;
  private TestFolder folder;
  private ErosDevice device;
  private final UrlConnectionTransport transport = new UrlConnectionTransport(600);

  @Before
  public void setUp() throws Exception {
    folder = new TestFolder();
    store = new TestStore();
    device = device("2.0");
  }

  @After
  public void tearDown() throws Exception {
    device.close();
    Os.hook = null;
    assertEquals("open files", 0, Os.openCount());
    store.close();
    folder.close();
  }

  private ErosDevice device(String version) throws ErosException {
    ErosDevice opened = ErosDevice.open(
        new DeviceOptions(folder.file("releases")).appVersion(version).lockTimeout(50));
    opened.limits.firstPause = 5;
    return opened;
  }

  private JsonObject fetch(FetchOptions options) throws Exception {
    return JsonReader.read(Utf8.encode(device.fetch(options, transport))).object();
  }

  private JsonObject fetch() throws Exception {
    return fetch(store.options());
  }

  private static String text(JsonObject result, String key) {
    return result.get(key).string();
  }

  private String outcome() throws Exception {
    return text(fetch(), "outcome");
  }

  private ErosException error(FetchOptions options) throws Exception {
    try {
      fail("the fetch ended with " + JsonWriter.text(JsonValue.of(fetch(options))));
    } catch (ErosException error) {
      return error;
    }
    return null;
  }

  private ErosException error() throws Exception {
    return error(store.options());
  }

  /** Returns the last decision of the device. */
  private JsonObject decision() throws Exception {
    List<JsonValue> decisions = JsonReader.read(Utf8.encode(device.decisions())).object().get("decisions").array();
    return decisions.get(decisions.size() - 1).object();
  }

  private Sandbox sandbox() {
    return new Sandbox(folder.file("releases").getPath(), new BundleVerifier(new ZipLimits(), 1), 50, true);
  }

  private SandboxState state() throws ErosException {
    return sandbox().currentState();
  }

  private static void assertTree(TestBundle bundle, JsonObject result) throws Exception {
    assertEquals(bundle.tree(), text(result.get("release").object(), "tree"));
  }

  private Launch launch() throws ErosException {
    return device.launch(null, LaunchKind.FOREGROUND);
  }

  // Choosing

  @Test
  public void aReleaseIsCheckedFetchedAndRun() throws Exception {
    TestBundle bundle = TestBundle.numbered(1);
    store.publish(1, bundle);
    JsonObject check = fetch(store.options().checkOnly(true));
    assertEquals("available", text(check, "outcome"));
    assertEquals("full", text(check.get("artifact").object(), "form"));
    assertTree(bundle, check);
    List<String> steps = new ArrayList<>();
    JsonObject result = fetch(
        store.options().progress((step, received, total) -> steps.add(step + " " + received + " " + total)));
    assertEquals("staged", text(result, "outcome"));
    assertTree(bundle, result);
    assertEquals(bundle.zip().length, result.get("bytes").integer().intValue());
    assertEquals("applied", text(result.get("artifact").object(), "result"));
    int length = bundle.zip().length;
    assertEquals("CHECK 0 0", steps.get(0));
    assertTrue(steps.contains("DOWNLOAD " + length + " " + length));
    assertEquals("STAGE 0 0", steps.get(steps.size() - 1));
    assertEquals("staged", text(decision(), "outcome"));
    assertEquals(1, decision().get("number").integer().longValue());
    assertEquals(bundle.tree(), launch().getRelease());
    assertEquals("up-to-date", outcome());
  }

  @Test
  public void anUnchangedStoreCostsTwoRequestsWithoutABody() throws Exception {
    store.publish(1, TestBundle.numbered(1));
    fetch();
    store.requests.clear();
    JsonObject result = fetch();
    assertEquals(Arrays.asList("3.root.json", "timestamp.json"), store.requests);
    assertEquals(2, result.get("requests").integer().longValue());
    assertEquals(0, result.get("metadataBytes").integer().longValue());
    // The tag belongs to one address of the store.
    JsonObject other = fetch(new FetchOptions(store.url() + "/store?key=1", TestStore.CHANNEL));
    assertEquals(store.repository.files.get("timestamp.json").length, other.get("metadataBytes").integer().intValue());
  }

  @Test
  public void aResponseWhoseBodyNobodyNeedsKeepsTheConnection() throws Exception {
    store.publish(1, TestBundle.numbered(1));
    fetch(store.options().reportUrl(store.url() + "/reports"));
    // A missing file, an unchanged file, and a redirect.
    int[] redirects = {0};
    store.behaviors.put("timestamp.json", (exchange, body) -> {
      if (redirects[0]++ > 0) {
        TestStore.serve(exchange, body);
        return;
      }
      exchange.getResponseHeaders().set("Location", exchange.getRequestURI().getPath());
      TestStore.send(exchange, 302, new byte[9000]);
    });
    store.requests.clear();
    fetch();
    assertEquals(Arrays.asList("3.root.json", "timestamp.json", "timestamp.json"), store.requests);
    assertEquals(1, store.connections.size());
  }

  @Test
  public void aBodyThatNobodyNeedsDoesNotDelayTheFetch() throws Exception {
    int[] count = {0};
    byte[] zip = publishLarge();
    store.behaviors.put(".bundle.zip", (exchange, body) -> {
      if (count[0]++ > 1) {
        TestStore.serve(exchange, body);
        return;
      }
      // The first body stalls, and the second one does not end.
      exchange.sendResponseHeaders(503, count[0] == 1 ? 10_000 : 0);
      for (int part = 0; part < (count[0] == 1 ? 1 : 1000); part++) exchange.getResponseBody().write(new byte[1000]);
      exchange.getResponseBody().flush();
      if (count[0] == 1) pause(3000);
    });
    long start = System.nanoTime();
    JsonObject result = fetch();
    assertEquals("staged", text(result, "outcome"));
    assertEquals(zip.length, result.get("bytes").integer().intValue());
    assertTrue(System.nanoTime() - start < 2_500_000_000L);
  }

  @Test
  public void eachReasonAgainstAReleaseIsAnOutcome() throws Exception {
    device.launch(TestBundle.numbered(1).write(folder.file, "1.zip"), LaunchKind.FOREGROUND);
    TestBundle bundle = TestBundle.numbered(2);
    String path = TestStore.CHANNEL + "/1/bundle.zip";
    for (String[] values : new String[][] {
      {"paused", "{\"paused\":true}"}, {"waits-for-app", "{\"native\":{\"android\":\"2.1\"}}"},
      {"not-included", "{\"rollout\":0}"}, {"staged", "{\"native\":{\"android\":\"2.0\",\"ios\":\"9\"}}"},
    }) {
      JsonObject release = TestStore.release(1, bundle);
      JsonObject change = JsonReader.read(Utf8.encode(values[1])).object();
      for (String key : change.keys()) release.put(key, change.get(key));
      store.publish(TestStore.CHANNEL, 1, bundle.zip(), release);
      JsonObject result = fetch();
      assertEquals(values[0], text(result, "outcome"));
      assertEquals(values[0], text(decision(), "outcome"));
      assertTree(bundle, result);
      boolean waits = values[0].equals("waits-for-app");
      assertEquals(waits ? "2.1" : null, result.get("requiresAppVersion").string());
      assertEquals(waits, decision().has("requires"));
      assertFalse("the refused release is not listed as skipped", decision().has("skipped"));
    }
    assertNotNull(store.repository.roles.get("my-app-production").get("targets").object().get(path));
    Launch trial = launch();
    device.failed(trial.getToken(), "no root");
    assertEquals("blocked", outcome());
    // The publisher asks devices to try the release again.
    store.requests.clear();
    store.publish(TestStore.CHANNEL, 1, bundle.zip(), TestStore.release(1, bundle).put("retries", 1));
    JsonObject retried = fetch();
    assertEquals("staged", text(retried, "outcome"));
    assertEquals(JsonValue.NULL, retried.get("artifact"));
    assertEquals("the device still has the files", 0, retried.get("bytes").integer().longValue());
    assertEquals("trial", launch().getReason());
  }

  @Test
  public void theNewestAvailableReleaseIsChosenAndOthersAreNamed() throws Exception {
    for (int number = 1; number <= 4; number++) {
      TestBundle bundle = TestBundle.numbered(number);
      JsonObject release = TestStore.release(number, bundle);
      if (number == 3) release.put("paused", JsonValue.of(true));
      if (number == 4) release.put("native", JsonReader.read(Utf8.encode("{\"android\":\"3\"}")));
      store.add(TestStore.CHANNEL, number + "/bundle.zip", bundle.zip(), release);
    }
    store.sign(TestStore.CHANNEL);
    JsonObject result = fetch();
    assertEquals("staged", text(result, "outcome"));
    assertTree(TestBundle.numbered(2), result);
    String skipped = "[{\"number\":4,\"reason\":\"waits-for-app\"},{\"number\":3,\"reason\":\"paused\"}]";
    assertEquals(skipped, JsonWriter.text(result.get("skipped")));
    assertEquals(skipped, JsonWriter.text(decision().get("skipped")));
  }

  @Test
  public void aTesterGetsAReleaseOutsideTheRollout() throws Exception {
    TestBundle bundle = TestBundle.numbered(1);
    JsonObject release = TestStore.release(1, bundle).put("rollout", 0);
    String hash = Hashing.sha256(Utf8.encode("saltana@example.com"));
    byte[] list = Utf8.encode("{\"version\":1,\"salt\":\"salt\",\"testers\":[\"" + hash + "\"]}");
    store.add(TestStore.CHANNEL, "1/testers.json", list, null);
    store.publish(TestStore.CHANNEL, 1, bundle.zip(), release);
    for (String[] tester : new String[][] {
      {null, "not-passed", "not-included"}, {"\n", "invalid", "not-included"},
      {"bob@example.com", "not-listed", "not-included"}, {" Ana@Example.com ", "listed", "available"},
    }) {
      JsonObject result = fetch(store.options().tester(tester[0]).checkOnly(true));
      assertEquals(tester[2], text(result, "outcome"));
      assertEquals(tester[1], text(decision(), "tester"));
    }
    store.requests.clear();
    assertEquals("staged", text(fetch(store.options().tester("ana@example.com")), "outcome"));
    for (String request : store.requests) assertFalse("the list has not changed", request.contains("testers"));
    store.behaviors.put(".testers.json", (exchange, body) -> TestStore.send(exchange, 200, new byte[body.length]));
    assertEquals("damaged-file", reason(error(store.options().tester("eve"))));
  }

  private String reason(ErosException error) throws Exception {
    assertEquals("failed", text(decision(), "outcome"));
    assertEquals(text(decision(), "reason"), Decision.reason(error));
    return text(decision(), "reason");
  }

  @Test
  public void aStagedReleaseOfAChannelThatTheDeviceLeavesIsRemoved() throws Exception {
    device.launch(TestBundle.numbered(1).write(folder.file, "1.zip"), LaunchKind.FOREGROUND);
    store.publish(1, TestBundle.numbered(5));
    store.delegate("my-app/beta");
    // An older build of another channel is newer than a release that the device knows from its old channel.
    TestBundle other = TestBundle.numbered(3);
    store.publish("my-app/beta", 1, other.zip(), TestStore.release(1, other).put("rollout", 0));
    fetch();
    assertEquals(TestBundle.numbered(5).tree(), state().pending.tree);
    FetchOptions beta = new FetchOptions(store.url() + "/store", "my-app/beta").id("device");
    assertEquals("not-included", text(fetch(beta), "outcome"));
    assertNull(state().pending);
    store.publish("my-app/beta", 1, other.zip(), TestStore.release(1, other));
    assertEquals("staged", text(fetch(beta), "outcome"));
  }

  @Test
  public void anAppThatShipsTheRootOfAnotherStoreTrustsThatStore() throws Exception {
    device.launch(TestBundle.numbered(1).write(folder.file, "1.zip"), LaunchKind.FOREGROUND);
    store.publish(1, TestBundle.numbered(5));
    fetch();
    try (TestStore other = new TestStore()) {
      other.publish(1, TestBundle.numbered(3));
      // Without its root metadata, the other store is not trusted.
      ErosException error = error(new FetchOptions(other.url() + "/store", TestStore.CHANNEL).root(store.root()));
      assertEquals("not-signed", reason(error));
      assertTrue(error.getMessage(), error.getMessage().contains("does not belong to the trusted root metadata"));
      assertEquals(TestBundle.numbered(5).tree(), state().pending.tree);
      assertEquals("staged", text(fetch(other.options()), "outcome"));
      assertEquals(TestBundle.numbered(3).tree(), state().pending.tree);
    }
    assertEquals("bad-root", reason(error(store.options().root(new byte[] {'{'}))));
  }

  // Deltas

  /** Publishes a release with a delta from a release that the device runs, and returns the bundle of the new one. */
  private byte[] publishDelta(byte[] delta) throws Exception {
    JsonObject root = Vectors.vectors("deltas.json");
    JsonObject vector = null;
    for (JsonValue item : Vectors.list(root, "deltas")) {
      if (item.object().get("name").string().equals("applied")) vector = item.object();
    }
    byte[] old = Vectors.bytes(root.get("zips").object().get(Vectors.text(vector, "old")));
    byte[] applied = Vectors.bytes(vector.get("delta"));
    byte[] zip = apply(old, applied);
    store.publish(TestStore.CHANNEL, 1, old, release(1, old));
    assertEquals("staged", outcome());
    launch();
    VerificationReport report = new BundleVerifier(new ZipLimits(), 1).verify(new ZipBytes(old, "old"), null, null);
    JsonObject values = new JsonObject().put("seq", 2).put("from", report.treeHash);
    String name = "2/from-" + report.treeHash.substring(0, 12) + ".erosdelta";
    store.add(TestStore.CHANNEL, name, delta == null ? applied : delta, values);
    store.publish(TestStore.CHANNEL, 2, zip, release(2, zip));
    return zip;
  }

  private static JsonObject release(long number, byte[] zip) throws Exception {
    VerificationReport report = new BundleVerifier(new ZipLimits(), 1).verify(new ZipBytes(zip, "zip"), null, null);
    return TestStore.release(number, TestBundle.numbered(1)).put("tree", report.treeHash)
        .put("built", report.manifest.timestamp);
  }

  private byte[] apply(byte[] old, byte[] delta) throws Exception {
    Folder work = Folder.open(folder.file.getPath()).newFolder("work");
    UpdateApplier applier = new UpdateApplier(new BundleVerifier(new ZipLimits(), 1));
    ContentDelta patch = applier.read(new ZipBytes(delta, "delta"));
    try (NewFile zip = work.newFile("new.zip")) {
      applier.make(patch, new ZipBytes(old, "old"), zip, work.newFolder("scratch"));
    }
    return work.readFile("new.zip", Integer.MAX_VALUE);
  }

  @Test
  public void aDeltaReplacesTheBundle() throws Exception {
    byte[] zip = publishDelta(null);
    JsonObject result = fetch();
    assertEquals("staged", text(result, "outcome"));
    assertEquals("delta", text(result.get("artifact").object(), "form"));
    assertEquals("applied", text(result.get("artifact").object(), "result"));
    assertTrue(result.get("bytes").integer() < zip.length);
    assertEquals(text(result.get("release").object(), "tree"), launch().getRelease());
  }

  @Test
  public void theBundleFollowsADeltaThatCannotBeUsed() throws Exception {
    byte[] zip = publishDelta(new byte[100]);
    JsonObject result = fetch();
    assertEquals("staged", text(result, "outcome"));
    JsonObject artifact = result.get("artifact").object();
    assertEquals("full", text(artifact, "form"));
    assertEquals("fallback", text(artifact, "result"));
    assertNotNull(artifact.get("reason").string());
    assertEquals(100 + zip.length, result.get("bytes").integer().intValue());
  }

  @Test
  public void theBundleFollowsADeltaThatIsMissingOrDamaged() throws Exception {
    publishDelta(null);
    for (TestStore.Behavior behavior : Arrays.<TestStore.Behavior>asList(
        (exchange, body) -> TestStore.send(exchange, 403, body),
        (exchange, body) -> TestStore.send(exchange, 200, new byte[body.length]),
        (exchange, body) -> TestStore.send(exchange, 200, Bytes.concat(body, body)),
        (exchange, body) -> TestStore.send(exchange, 418, body))) {
      store.behaviors.put(".erosdelta", behavior);
      JsonObject artifact = fetch().get("artifact").object();
      assertEquals("fallback", text(artifact, "result"));
      device.rollBack("embedded".equals(state().active) ? null : state().active);
      // Without the staged release, the next fetch starts again.
      new KeptReleases(sandbox()).unstage(state().pending.tree);
    }
  }

  // Downloads

  /** Publishes a release with a bundle of about 300 KB. */
  private byte[] publishLarge() throws Exception {
    byte[] page = new byte[300_001];
    new Random(1).nextBytes(page);
    TestBundle bundle = TestBundle.numbered(1).add("pages/large.js", page);
    store.publish(1, bundle);
    return bundle.zip();
  }

  @Test
  public void anInterruptedDownloadContinuesAtTheNextByte() throws Exception {
    byte[] zip = publishLarge();
    Random random = new Random(2);
    for (int round = 0; round < 20; round++) {
      int[] cuts = {random.nextInt(zip.length), random.nextInt(zip.length)};
      int[] count = {0};
      store.requests.clear();
      store.behaviors.put(
          ".bundle.zip",
          (exchange, body) -> {
            if (count[0]++ == 0) {
              TestStore.cut(exchange, body, Math.min(cuts[0], cuts[1]), TestStore.tag(body));
            } else {
              TestStore.serve(exchange, body);
            }
          });
      JsonObject result = fetch();
      assertEquals("staged", text(result, "outcome"));
      // The client may drop what it received with the end of the connection.
      long excess = result.get("bytes").integer() - zip.length;
      assertEquals("cut at " + Math.min(cuts[0], cuts[1]), 0, excess);
      TestFolder.delete(folder.file("releases"));
    }
  }

  @Test
  public void theNextFetchContinuesADownloadOfAnotherProcess() throws Exception {
    byte[] zip = publishLarge();
    store.behaviors.put(".bundle.zip", (exchange, body) -> TestStore.cut(exchange, body, 100_000, TestStore.tag(body)));
    device.limits.tries = 1;
    assertEquals("interrupted", reason(error()));
    device.close();
    device = device("2.0");
    store.behaviors.clear();
    store.requests.clear();
    JsonObject result = fetch();
    assertEquals("staged", text(result, "outcome"));
    long bytes = result.get("bytes").integer();
    assertTrue("received " + bytes, bytes >= zip.length - 100_000 && bytes < zip.length);
    assertTrue(store.requests.toString(), store.requests.get(store.requests.size() - 1).contains(" bytes="));
    assertEquals("nothing remains", 0, folder.file("releases/downloads").list().length);
  }

  @Test
  public void aFileThatDoesNotContinueTheDownloadIsNeverUsed() throws Exception {
    byte[] zip = publishLarge();
    String tag = TestStore.tag(zip);
    Map<String, TestStore.Behavior> rests = Map.of(
        "another tag", (exchange, body) -> part(exchange, body, 100_000, body.length, "\"other\""),
        "another start", (exchange, body) -> part(exchange, body, 0, body.length, tag),
        "another total", (exchange, body) -> part(exchange, body, 100_000, body.length + 5, tag),
        "no range", (exchange, body) -> TestStore.send(exchange, 206, body),
        "unsatisfied", (exchange, body) -> TestStore.send(exchange, 416, new byte[0]));
    for (Map.Entry<String, TestStore.Behavior> rest : rests.entrySet()) {
      store.behaviors.put(
          ".bundle.zip",
          (exchange, body) -> {
            if (exchange.getRequestHeaders().getFirst("Range") == null) {
              TestStore.cut(exchange, body, 100_000, tag);
            } else {
              rest.getValue().answer(exchange, body);
            }
          });
      ErosException error = error();
      assertEquals(rest.getKey(), ErosException.UNAVAILABLE, error.getCode());
      assertEquals(rest.getKey(), TransportException.class, error.getCause().getClass());
      assertNull(rest.getKey(), state().pending);
    }
    // The first part is of another file with the same tag; the second attempt is whole.
    int[] count = {0};
    store.behaviors.put(
        ".bundle.zip",
        (exchange, body) -> {
          if (count[0]++ == 0) {
            TestStore.cut(exchange, new byte[body.length], 100_000, tag);
          } else {
            TestStore.serve(exchange, body);
          }
        });
    TestFolder.delete(folder.file("releases/downloads"));
    assertEquals("staged", outcome());
    assertEquals(3, count[0]);
  }

  private static void part(
      com.sun.net.httpserver.HttpExchange exchange, byte[] body, int start, int total, String tag) throws IOException {
    exchange.getResponseHeaders().set("ETag", tag);
    exchange.getResponseHeaders().set("Content-Range", "bytes " + start + "-" + (body.length - 1) + "/" + total);
    TestStore.send(exchange, 206, Arrays.copyOfRange(body, start, body.length));
  }

  @Test
  public void aWrongLengthOrDigestIsRefused() throws Exception {
    publishLarge();
    for (TestStore.Behavior behavior : Arrays.<TestStore.Behavior>asList(
        (exchange, body) -> TestStore.send(exchange, 200, new byte[body.length]),
        (exchange, body) -> TestStore.send(exchange, 200, new byte[body.length + 1]),
        (exchange, body) -> TestStore.send(exchange, 200, new byte[1]),
        (exchange, body) -> {
          exchange.sendResponseHeaders(200, 0);
          while (true) exchange.getResponseBody().write(new byte[1 << 16]);
        })) {
      store.behaviors.put(".bundle.zip", behavior);
      assertEquals("damaged-file", reason(error()));
      assertTrue(decision().get("verified").bool());
    }
    store.behaviors.put(".bundle.zip", (exchange, body) -> TestStore.send(exchange, 404, body));
    assertEquals("missing-file", reason(error()));
    store.behaviors.put(
        ".bundle.zip",
        (exchange, body) -> {
          exchange.getResponseHeaders().set("Content-Encoding", "gzip");
          TestStore.send(exchange, 200, body);
        });
    assertEquals("encoded", reason(error()));
    assertTrue(text(decision(), "file").endsWith(".bundle.zip"));
  }

  @Test
  public void aSlowStoreEndsTheFetchAtItsDeadline() throws Exception {
    publishLarge();
    device.limits.downloadTime = 300;
    device.limits.minimumRate = 1 << 30;
    device.limits.metadataTime = 300;
    TestStore.Behavior drip = (exchange, body) -> {
      exchange.sendResponseHeaders(200, body.length);
      for (int index = 0; index < body.length; index++) {
        exchange.getResponseBody().write(body, index, 1);
        exchange.getResponseBody().flush();
        pause(20);
      }
    };
    for (String file : new String[] {".bundle.zip", "timestamp.json"}) {
      store.behaviors.clear();
      store.behaviors.put(file, drip);
      long start = System.nanoTime();
      assertEquals("timed-out", reason(error()));
      long time = (System.nanoTime() - start) / 1_000_000;
      assertTrue(file + " took " + time + " ms", time >= 250 && time < 8000);
    }
  }

  private static void pause(long milliseconds) {
    try {
      Thread.sleep(milliseconds);
    } catch (InterruptedException error) {
      Thread.currentThread().interrupt();
    }
  }

  @Test
  public void anUpdateThatDoesNotFitOnTheDiskIsNotDownloaded() throws Exception {
    TestBundle bundle = TestBundle.numbered(1);
    store.publish(TestStore.CHANNEL, 1, bundle.zip(), TestStore.release(1, bundle).put("size", 1L << 53));
    ErosException error = error();
    assertEquals("no-space", reason(error));
    assertEquals(ErosException.IO_ERROR, error.getCode());
    assertNull(error.getCheckFailure());
    for (String request : store.requests) assertFalse(request.endsWith(".zip"));
  }

  @Test
  public void theFreeSpaceIsThatOfTheFileSystem() throws Exception {
    store.publish(1, TestBundle.numbered(1));
    try {
      for (long[] full : new long[][] {{4096, 0, 1}, {4096, 512, 1}, {0, 512, 0}, {4096, 4096, -5}}) {
        Os.fileSystem = new StructStatVfs(full[0], full[1], full[2]);
        assertEquals(Arrays.toString(full), "no-space", reason(error()));
      }
      Os.fileSystem = new StructStatVfs(4096, 0, 512);
      JsonObject disk = JsonReader.read(Utf8.encode(device.decisions())).object().get("disk").object();
      assertEquals(2, disk.get("freeMiB").integer().intValue());
      // Neither size is known, so the writes must tell.
      Os.fileSystem = new StructStatVfs(0, 0, 1);
      assertEquals("staged", outcome());
    } finally {
      Os.fileSystem = null;
    }
  }

  // Failed checks

  @Test
  public void aFailedCheckTellsItsReason() throws Exception {
    store.publish(1, TestBundle.numbered(1));
    long start = System.currentTimeMillis();
    device.limits.tries = 1;
    byte[] page = Utf8.encode("<!doctype html><title>Log in</title>");
    Object[][] rows = {
      {"timestamp.json", 503, new byte[0], "http-status", CheckFailure.UNAVAILABLE},
      {"timestamp.json", 200, page, "page", CheckFailure.REFUSED},
      {"timestamp.json", 404, page, "no-store", CheckFailure.UNAVAILABLE},
      {"timestamp.json", 403, page, "no-store", CheckFailure.UNAVAILABLE},
      {"timestamp.json", 200, new byte[20_000], "too-long", CheckFailure.REFUSED},
      {".snapshot.json", 404, page, "missing-metadata", CheckFailure.UNAVAILABLE},
      {"my-app-production.json", 200, page, "altered-metadata", CheckFailure.REFUSED},
      {"timestamp.json", 401, page, "http-status", CheckFailure.UNAVAILABLE},
    };
    for (boolean hadCheck : new boolean[] {false, true}) {
      for (Object[] row : rows) {
        store.behaviors.put(
            (String) row[0], (exchange, body) -> TestStore.send(exchange, (int) row[1], (byte[]) row[2]));
        ErosException error = error();
        String name = Arrays.toString(row);
        assertEquals(name, row[3], reason(error));
        assertEquals(name, row[4], error.getCheckFailure());
        assertEquals(name, hadCheck, error.getLastCheck() >= start);
        store.behaviors.clear();
      }
      fetch();
      // Another version, so that the device requests all files again.
      store.sign(TestStore.CHANNEL);
    }
    store.repository.roles.get("timestamp").put("expires", "2024-01-01T00:00:00Z");
    store.sign(TestStore.CHANNEL);
    ErosException error = error();
    assertEquals("expired", reason(error));
    assertEquals(CheckFailure.EXPIRED, error.getCheckFailure());
    assertEquals("2024-01-01T00:00:00Z", text(decision(), "expired"));
    assertEquals("timestamp.json", text(decision(), "file"));
  }

  @Test
  public void aCheckWithoutAServerTellsThatThereIsNoConnection() throws Exception {
    store.publish(1, TestBundle.numbered(1));
    FetchOptions options = store.options();
    store.close();
    device.limits.tries = 2;
    ErosException error = error(options);
    assertEquals("no-connection", reason(error));
    assertTrue(error.getCause() instanceof java.net.ConnectException);
    options = new FetchOptions("http://does-not-exist.invalid/", TestStore.CHANNEL).root(new byte[] {1});
    assertEquals("bad-root", reason(error(options)));
  }

  @Test
  public void aChannelThatDoesNotExistIsAnError() throws Exception {
    FetchOptions options = new FetchOptions(store.url() + "/store", "my-app/other").root(store.root());
    store.publish(1, TestBundle.numbered(1));
    assertEquals("no-channel", reason(error(options)));
    store.delegate("my-app/other");
    store.sign(TestStore.CHANNEL);
    assertEquals("no-release", reason(error(options)));
    assertEquals("no-root", reason(errorOfNewDevice(new FetchOptions(store.url() + "/store", "my-app/other"))));
    for (String[] wrong : new String[][] {
      {"", "a/b"}, {"ftp://h/", "a/b"}, {store.url(), "a"}, {store.url(), "a/b/c"},
    }) {
      assertEquals(ErosException.USAGE, error(new FetchOptions(wrong[0], wrong[1])).getCode());
    }
    assertEquals(ErosException.USAGE, error(store.options().id("")).getCode());
  }

  private ErosException errorOfNewDevice(FetchOptions options) throws Exception {
    device.close();
    TestFolder.delete(folder.file("releases"));
    device = device("2.0");
    return error(options);
  }

  @Test
  public void temporaryFailuresAreRepeated() throws Exception {
    publishLarge();
    int[] count = {0};
    TestStore.Behavior twice = (exchange, body) -> {
      if (count[0]++ % 3 < 2) {
        exchange.getResponseHeaders().set("Retry-After", count[0] == 1 ? "1" : "x");
        TestStore.send(exchange, 503, new byte[0]);
      } else {
        TestStore.serve(exchange, body);
      }
    };
    for (String file : new String[] {".bundle.zip", "timestamp.json", ".snapshot.json"}) {
      store.behaviors.put(file, twice);
    }
    long start = System.nanoTime();
    assertEquals("staged", outcome());
    assertEquals(9, count[0]);
    assertTrue("the server asked for a second", System.nanoTime() - start > 900_000_000L);
    store.sign(TestStore.CHANNEL);
    store.behaviors.put("timestamp.json", (exchange, body) -> {
      count[0]++;
      TestStore.send(exchange, 500, new byte[0]);
    });
    count[0] = 0;
    assertEquals("http-status", reason(error()));
    assertEquals(5, count[0]);
    assertEquals(500, decision().get("status").integer().longValue());
    // The server asks for more time than all pauses may take.
    count[0] = 0;
    store.behaviors.put("timestamp.json", (exchange, body) -> {
      count[0]++;
      exchange.getResponseHeaders().set("Retry-After", "999999");
      TestStore.send(exchange, 503, new byte[0]);
    });
    error();
    assertEquals(1, count[0]);
  }

  @Test
  public void redirectsAreFollowedWithinLimits() throws Exception {
    byte[] zip = publishLarge();
    String target = store.url() + "/store/targets/";
    String bundle = null;
    for (Map.Entry<String, byte[]> entry : store.targets.entrySet()) {
      if (Arrays.equals(entry.getValue(), zip)) bundle = entry.getKey();
    }
    store.targets.put("moved", zip);
    String[][] rows = {
      {"/store/targets/moved", "staged"}, {target + "moved", "staged"}, {"../../.././moved", "staged"},
      {target + bundle, "redirect"}, {"ftp://127.0.0.1/", "redirect"}, {"http://user@127.0.0.1/", "redirect"},
      {null, "redirect"}, {"http://127.0.0.1:1/", "no-connection"},
    };
    for (String[] row : rows) {
      store.behaviors.put(".bundle.zip", (exchange, body) -> {
        if (row[0] != null) exchange.getResponseHeaders().set("Location", row[0]);
        TestStore.send(exchange, 302, Utf8.encode("moved"));
      });
      String name = Arrays.toString(row);
      if (row[1].equals("staged")) {
        JsonObject result = fetch();
        assertEquals(name, "staged", text(result, "outcome"));
        assertEquals(name, zip.length, result.get("bytes").integer().intValue());
        TestFolder.delete(folder.file("releases"));
      } else {
        ErosException error = error();
        assertEquals(name, row[1], reason(error));
        if (row[1].equals("no-connection")) {
          assertEquals(
              "cannot connect to http://127.0.0.1:1 (redirected from " + target + bundle + "): no connection",
              error.getMessage());
        }
      }
    }
  }

  // The host

  @Test
  public void theHostCancelsAFetchAtAnyTime() throws Exception {
    publishLarge();
    device.limits.firstPause = 60_000;
    device.limits.maximumPause = 60_000;
    device.limits.pauses = 600_000;
    for (String file : new String[] {"timestamp.json", ".bundle.zip"}) {
      store.behaviors.clear();
      store.behaviors.put(file, (exchange, body) -> {
        cancelSoon(device);
        TestStore.send(exchange, 503, new byte[0]);
      });
      long start = System.nanoTime();
      ErosException error = error();
      assertEquals("cancelled", reason(error));
      assertEquals(ErosException.UNAVAILABLE, error.getCode());
      assertNull(error.getCheckFailure());
      assertTrue("the pause ends", System.nanoTime() - start < 20_000_000_000L);
    }
    store.behaviors.clear();
    FetchOptions options = store.options();
    options.progress((step, received, total) -> {
      if (step == FetchStep.DOWNLOAD) device.cancel();
    });
    assertEquals("cancelled", reason(error(options)));
    assertNull(state().pending);
    // The next fetch is not cancelled.
    assertEquals("staged", outcome());
  }

  private static void cancelSoon(ErosDevice device) {
    new Thread(() -> {
      pause(100);
      device.cancel();
    }).start();
  }

  @Test
  public void anInterruptedThreadEndsItsFetch() throws Exception {
    publishLarge();
    Thread thread = Thread.currentThread();
    store.behaviors.put(".bundle.zip", (exchange, body) -> {
      thread.interrupt();
      pause(300);
    });
    assertEquals("cancelled", reason(error()));
    assertTrue(Thread.interrupted());
    // During a pause.
    device.limits.firstPause = 60_000;
    device.limits.maximumPause = 60_000;
    device.limits.pauses = 600_000;
    store.behaviors.put(".bundle.zip", (exchange, body) -> {
      new Thread(() -> {
        pause(200);
        thread.interrupt();
      }).start();
      TestStore.send(exchange, 503, new byte[0]);
    });
    assertEquals("cancelled", reason(error()));
    assertTrue(Thread.interrupted());
  }

  @Test
  public void closingTheDeviceEndsItsFetches() throws Exception {
    publishLarge();
    store.behaviors.put(".bundle.zip", (exchange, body) -> device.close());
    device.limits.firstPause = 60_000;
    device.limits.pauses = 600_000;
    try {
      device.fetch(store.options(), transport);
      fail("the device is closed");
    } catch (ErosException error) {
      assertTrue(error instanceof FetchException && ((FetchException) error).isCancelled());
    }
    try {
      device.fetch(store.options(), transport);
      fail("the device is closed");
    } catch (IllegalStateException error) {
      device.cancel();
    }
  }

  @Test
  public void anExceptionOfTheHostIsThrownUnchanged() throws Exception {
    store.publish(1, TestBundle.numbered(1));
    IllegalArgumentException problem = new IllegalArgumentException("host");
    for (FetchStep failing : FetchStep.values()) {
      FetchOptions options = store.options();
      options.progress((step, received, total) -> {
        if (step == failing) throw problem;
      });
      try {
        fetch(options);
        fail("no exception at " + failing);
      } catch (IllegalArgumentException error) {
        assertEquals(problem, error);
      }
      // After the last step, the release is staged nevertheless.
      assertEquals(failing == FetchStep.STAGE, state().pending != null);
      assertEquals(failing == FetchStep.STAGE ? "staged" : "failed", text(decision(), "outcome"));
    }
    try {
      device.fetch(store.options(), (request, answer) -> {
        throw problem;
      });
      fail("no exception");
    } catch (IllegalArgumentException error) {
      assertEquals("cancelled", text(decision(), "reason"));
    }
    for (IOException cause : new IOException[] {
      new InterruptedIOException("x"), new java.nio.channels.ClosedByInterruptException(), new IOException("x?secret"),
      new java.io.EOFException(), new javax.net.ssl.SSLException("x"), new java.net.UnknownHostException("x"),
      new java.net.SocketTimeoutException("x"),
    }) {
      try {
        device.limits.tries = 1;
        device.fetch(store.options(), (request, answer) -> {
          throw cause;
        });
        fail("no error for " + cause);
      } catch (ErosException error) {
        assertEquals(cause, error.getCause());
        assertEquals(ErosException.UNAVAILABLE, error.getCode());
        assertFalse(error.getMessage().contains("secret"));
      }
    }
  }

  @Test
  public void aTransportThatBreaksItsContractIsRefused() throws Exception {
    List<HeaderField> none = Collections.emptyList();
    TransportResponse[] late = new TransportResponse[1];
    List<Transport> transports = Arrays.asList(
        (request, answer) -> late[0] = answer,
        (request, answer) -> answer.body(new byte[1], 0, 1),
        (request, answer) -> {
          answer.head(200, none);
          answer.head(200, none);
        });
    device.limits.tries = 1;
    store.publish(1, TestBundle.numbered(1));
    for (Transport broken : transports) {
      try {
        device.fetch(store.options(), broken);
        fail("accepted");
      } catch (ErosException error) {
        assertEquals("bad-response", reason(error));
      }
    }
    try {
      late[0].head(200, none);
      fail("the request has ended");
    } catch (IllegalStateException error) {
      assertEquals("the request has ended", error.getMessage());
    }
  }

  @Test
  public void otherCallsDoNotWaitForADownload() throws Exception {
    device.launch(TestBundle.numbered(0).write(folder.file, "0.zip"), LaunchKind.FOREGROUND);
    publishLarge();
    CountDownLatch requested = new CountDownLatch(1);
    CountDownLatch released = new CountDownLatch(1);
    store.behaviors.put(".bundle.zip", (exchange, body) -> {
      requested.countDown();
      try {
        released.await(10, TimeUnit.SECONDS);
      } catch (InterruptedException error) {
        Thread.currentThread().interrupt();
      }
      TestStore.serve(exchange, body);
    });
    device.limits.minimumRate = 1;
    UrlConnectionTransport patient = new UrlConnectionTransport();
    String[] outcome = {null};
    Thread fetching = new Thread(() -> {
      try {
        outcome[0] = device.fetch(store.options(), patient);
      } catch (ErosException error) {
        outcome[0] = error.getMessage();
      }
    });
    fetching.start();
    assertTrue(requested.await(10, TimeUnit.SECONDS));
    assertEquals("confirmed", launch().getReason());
    assertNotNull(device.decisions());
    assertEquals("busy", Decision.reason(error()));
    released.countDown();
    fetching.join();
    assertTrue(outcome[0], outcome[0].contains("\"outcome\":\"staged\""));
  }

  // The client of the platform

  /** A connection that fails as a test wants. */
  static class FakeConnection extends java.net.HttpURLConnection {
    FakeConnection(URL url) {
      super(url);
    }

    @Override
    public void connect() throws IOException {}

    @Override
    public void disconnect() {}

    @Override
    public boolean usingProxy() {
      return false;
    }

    @Override
    public int getResponseCode() throws IOException {
      return 404;
    }

    @Override
    public String getHeaderFieldKey(int index) {
      return null;
    }

    @Override
    public String getHeaderField(int index) {
      return null;
    }
  }

  /** Fetches over connections of a test, and returns the reason of the error and the number of connections. */
  private String failure(java.util.function.Function<URL, FakeConnection> connections) throws Exception {
    int[] count = {0};
    store.publish(1, TestBundle.numbered(1));
    try {
      device.fetch(store.options(), new UrlConnectionTransport(600) {
        @Override
        protected java.net.HttpURLConnection open(URL url) {
          count[0]++;
          return connections.apply(url);
        }
      });
      fail("the fetch succeeded");
    } catch (ErosException error) {
      return reason(error) + " " + count[0];
    }
    return null;
  }

  /** Returns connections whose response cannot be read. */
  private static java.util.function.Function<URL, FakeConnection> failing(Throwable problem) {
    return url -> new FakeConnection(url) {
      @Override
      public int getResponseCode() throws IOException {
        if (problem instanceof IOException) throw (IOException) problem;
        if (problem instanceof Error) throw (Error) problem;
        throw (RuntimeException) problem;
      }
    };
  }

  @Test
  public void aTlsConnectionThatEndsIsRepeatedAndAFailedHandshakeIsNot() throws Exception {
    assertEquals("interrupted 5", failure(failing(new SSLException("Read error: Connection reset by peer"))));
    assertEquals("tls 1", failure(failing(new SSLHandshakeException("x"))));
    assertEquals("tls 1", failure(failing(new SSLPeerUnverifiedException("x"))));
    assertEquals("tls 1", failure(failing(new IOException(new SSLHandshakeException("x")))));
    assertEquals("tls 1", failure(url -> new FakeConnection(url) {
      @Override
      public void connect() throws IOException {
        throw new SSLException("Unsupported or unrecognized SSL message");
      }
    }));
  }

  @Test
  public void anExceptionOfThePlatformIsAnError() throws Exception {
    assertEquals("interrupted 5", failure(failing(new IllegalStateException("state: 5"))));
    assertEquals("interrupted 5", failure(failing(new AssertionError("platform"))));
    // A time limit of a call, not a cancellation.
    assertEquals("timed-out 5", failure(failing(new InterruptedIOException("timeout"))));
  }

  @Test
  public void anExceptionOfADisconnectionDoesNotEndTheApp() throws Exception {
    List<Throwable> uncaught = Collections.synchronizedList(new ArrayList<>());
    Thread.UncaughtExceptionHandler handler = Thread.getDefaultUncaughtExceptionHandler();
    Thread.setDefaultUncaughtExceptionHandler((thread, problem) -> uncaught.add(problem));
    try {
      CountDownLatch disconnected = new CountDownLatch(2);
      device.limits.tries = 1;
      for (boolean isError : new boolean[] {false, true}) {
        failure(url -> new FakeConnection(url) {
          @Override
          public int getResponseCode() throws IOException {
            throw new IOException("x");
          }

          @Override
          public void disconnect() {
            disconnected.countDown();
            if (isError) throw new AssertionError("platform");
            throw new IllegalStateException("platform");
          }
        });
      }
      assertTrue(disconnected.await(10, TimeUnit.SECONDS));
      pause(200);
      assertEquals(Collections.emptyList(), uncaught);
    } finally {
      Thread.setDefaultUncaughtExceptionHandler(handler);
    }
  }

  @Test
  public void whatIsNotHttpIsNotRepeated() throws Exception {
    assertEquals("bad-response 1", failure(failing(new StackOverflowError())));
    assertEquals("bad-response 1", failure(url -> new FakeConnection(url) {
      @Override
      public int getResponseCode() {
        return -1;
      }
    }));
  }

  @Test
  public void unencryptedConnectionsThatTheAppForbidsAreNotRepeated() throws Exception {
    for (IOException problem : new IOException[] {
      new java.net.UnknownServiceException("CLEARTEXT communication to 127.0.0.1 not permitted"),
      new IOException("Cleartext HTTP traffic to 127.0.0.1 not permitted"),
    }) {
      assertEquals("no-connection 1", failure(failing(problem)));
      assertTrue(error(store.options(), problem).getRemedy().contains("https://"));
    }
  }

  /** Returns the error of a fetch whose requests fail. */
  private ErosException error(FetchOptions options, IOException problem) throws Exception {
    try {
      device.fetch(options, (request, answer) -> {
        throw problem;
      });
      fail("the fetch succeeded");
    } catch (ErosException error) {
      return error;
    }
    return null;
  }

  /** Returns connections that wait for forty seconds for their response. */
  private static FakeConnection silent(URL url) {
    return new FakeConnection(url) {
      @Override
      public int getResponseCode() {
        pause(40_000);
        return 404;
      }
    };
  }

  @Test
  public void aCancellationEndsARequestThatWaits() throws Exception {
    long start = System.nanoTime();
    assertEquals("cancelled 1", failure(url -> {
      cancelSoon(device);
      return silent(url);
    }));
    assertTrue(System.nanoTime() - start < 30_000_000_000L);
  }

  @Test
  public void theHeadOfADownloadHasItsOwnLimit() throws Exception {
    publishLarge();
    device.limits.tries = 1;
    fetch(store.options().checkOnly(true));
    device.limits.metadataTime = 3000;
    device.limits.downloadTime = 60_000;
    long start = System.nanoTime();
    try {
      device.fetch(store.options(), new UrlConnectionTransport(60_000) {
        @Override
        protected java.net.HttpURLConnection open(URL url) throws IOException {
          return url.getPath().endsWith(".zip") ? silent(url) : super.open(url);
        }
      });
      fail("the fetch succeeded");
    } catch (ErosException error) {
      assertEquals("timed-out", reason(error));
    }
    assertTrue(System.nanoTime() - start < 30_000_000_000L);
  }

  @Test
  public void headerFieldsHaveALimit() throws Exception {
    store.publish(1, TestBundle.numbered(1));
    char[] value = new char[(64 << 10) - 5];
    Arrays.fill(value, 'v');
    for (int excess = 0; excess <= 1; excess++) {
      String name = excess == 0 ? "x" : "xx";
      try {
        device.fetch(store.options(), (request, answer) -> {
          answer.head(404, Collections.singletonList(new HeaderField(name, new String(value))));
        });
        fail("the fetch succeeded");
      } catch (ErosException error) {
        assertEquals(excess == 0 ? "no-store" : "bad-response", reason(error));
      }
    }
  }

  // Files of the device

  @Test
  public void aDiskThatCannotTellItsFreeSpaceDeletesNothing() throws Exception {
    device.launch(TestBundle.numbered(0).write(folder.file, "0.zip"), LaunchKind.FOREGROUND);
    store.publish(1, TestBundle.numbered(1));
    fetch();
    device.failed(launch().getToken(), "x");
    String failed = state().failed;
    assertNotNull(failed);
    store.publish(2, TestBundle.numbered(2));
    Os.readHook = (name, path) -> {
      if (name.equals("statvfs")) throw new android.system.ErrnoException(name, android.system.OsConstants.EIO);
    };
    try {
      ErosException error = error();
      assertEquals(ErosException.IO_ERROR, error.getCode());
      assertFalse("no-space".equals(reason(error)));
    } finally {
      Os.readHook = null;
    }
    assertEquals(failed, state().failed);
    assertEquals("staged", outcome());
  }

  @Test
  public void aDamagedIdIsReplaced() throws Exception {
    java.io.File root = folder.file("releases");
    char[] longest = new char[256];
    Arrays.fill(longest, 'x');
    String id = new String(longest);
    String[][] rows = {
      {id + "\n", id}, {"x\n", "x"}, {id + "x\n", null}, {"x\r\n", null}, {"x", null}, {"\n", null},
      // Bytes that are not UTF-8 are longer as text.
      {id.substring(3) + "\u00ff\u00ff\u00ff\n", null},
    };
    for (String[] row : rows) {
      try (DeviceFolder opened = new DeviceFolder(root.getPath(), 50)) {
        byte[] bytes = row[0].getBytes(java.nio.charset.StandardCharsets.ISO_8859_1);
        java.nio.file.Files.write(new java.io.File(root, "trust/device-id").toPath(), bytes);
        String read = opened.id();
        if (row[1] == null) {
          assertTrue(read, read.matches("[0-9a-f]{32}"));
        } else {
          assertEquals(row[1], read);
        }
        assertEquals("the ID stays", read, opened.id());
      }
    }
  }

  // Reports

  @Test
  public void aConfirmedReleaseIsReportedWithoutTheDecisions() throws Exception {
    device.launch(TestBundle.numbered(1).write(folder.file, "1.zip"), LaunchKind.FOREGROUND);
    FetchOptions options = store.options().reportUrl(store.url() + "/reports");
    store.publish(2, TestBundle.numbered(2));
    fetch(options);
    device.confirm(launch().getToken());
    store.publish(3, TestBundle.numbered(3));
    Os.readHook = (name, path) -> {
      boolean isLog = name.equals("open") && path.endsWith("/" + DecisionLog.NAME);
      if (isLog) throw new android.system.ErrnoException(name, android.system.OsConstants.EMFILE);
    };
    try {
      assertEquals("{\"sent\":2,\"waiting\":0}", JsonWriter.text(fetch(options).get("reports")));
      assertTrue(store.reports.toString(), store.reports.get(1).contains("\"event\":\"confirmed\""));
      device.failed(launch().getToken(), "x");
      assertEquals("{\"sent\":0,\"waiting\":0}", JsonWriter.text(fetch(options).get("reports")));
    } finally {
      Os.readHook = null;
    }
    assertEquals("{\"sent\":1,\"waiting\":0}", JsonWriter.text(fetch(options).get("reports")));
  }

  @Test
  public void theEndOfEachUpdateIsReportedOnce() throws Exception {
    device.launch(TestBundle.numbered(1).write(folder.file, "1.zip"), LaunchKind.FOREGROUND);
    FetchOptions options = store.options().reportUrl(store.url() + "/reports");
    store.publish(2, TestBundle.numbered(2));
    store.reportStatus = 503;
    assertEquals("{\"sent\":0,\"waiting\":1}", JsonWriter.text(fetch(options).get("reports")));
    device.confirm(launch().getToken());
    store.reportStatus = 204;
    assertEquals("{\"sent\":2,\"waiting\":0}", JsonWriter.text(fetch(options).get("reports")));
    assertEquals(2, store.reports.size());
    assertTrue(store.reports.get(0), store.reports.get(0).contains("\"event\":\"staged\",\"form\":\"full\""));
    assertTrue(store.reports.get(1), store.reports.get(1).contains("\"event\":\"confirmed\""));
    assertEquals("{\"sent\":0,\"waiting\":0}", JsonWriter.text(fetch(options).get("reports")));
    store.publish(3, TestBundle.numbered(3));
    fetch(options);
    device.failed(launch().getToken(), "secret", "TypeError", "run@file:///a/pages/home/index.js:1:20");
    // A server that refuses a report never accepts it.
    store.reportStatus = 400;
    assertEquals("{\"sent\":1,\"waiting\":0}", JsonWriter.text(fetch(options).get("reports")));
    String failed = store.reports.get(store.reports.size() - 1);
    assertTrue(failed, failed.contains("\"errorClass\":\"TypeError\",\"event\":\"failed\""));
    assertFalse(failed, failed.contains("secret"));
    assertEquals(JsonValue.NULL, fetch().get("reports"));
    assertFalse("reports that nobody wants are deleted", folder.file("releases/trust/reports").exists());
  }

  // Kills

  /** Ends a call as a kill would: nothing changes a file any more. */
  private static final class Killed extends Error {
    private static final long serialVersionUID = 1;
  }

  @Test
  public void afterAKillTheNextFetchCompletesTheUpdate() throws Exception {
    store.publish(1, TestBundle.numbered(1));
    BundleFiles embedded = TestBundle.numbered(0).write(folder.file, "0.zip");
    int step = Integer.getInteger("eros.kill.step", 1);
    int point = 1;
    for (boolean isKilled = true; isKilled; point += step) {
      device.launch(embedded, LaunchKind.FOREGROUND);
      int[] calls = {0};
      int last = point;
      Os.hook = (name, path) -> {
        if (++calls[0] >= last) throw new Killed();
      };
      isKilled = false;
      try {
        fetch();
      } catch (Killed killed) {
        isKilled = true;
      }
      Os.hook = null;
      Os.closeAll();
      device.close();
      device = device("2.0");
      device.limits.firstPause = 5;
      String release = launch().getRelease();
      boolean isUpdated = release.equals(TestBundle.numbered(1).tree());
      assertTrue(isUpdated || release.equals(TestBundle.numbered(0).tree()));
      assertEquals(point + ": " + decision(), isUpdated ? "up-to-date" : "staged", outcome());
      assertEquals(TestBundle.numbered(1).tree(), launch().getRelease());
      TestFolder.delete(folder.file("releases"));
    }
    System.out.println(point / step + " points");
    assertTrue(point > 100);
  }
}
