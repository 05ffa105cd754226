package com.eros.device;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertNotNull;
import static org.junit.Assert.assertNull;

import java.io.File;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.TreeSet;
import org.junit.Assume;
import org.junit.Test;

/** The vectors of {@code docs/device-format.md}, which both implementations check. */
public final class VectorTest {
  private static final File FOLDER = new File(System.getProperty("eros.vectors", "Tests/Vectors"));

  /** Reads a file of vectors, or skips the test if it does not exist. */
  private static JsonObject vectors(String name) throws Exception {
    File file = new File(FOLDER, name);
    Assume.assumeTrue(file.exists());
    JsonObject root = JsonReader.read(Files.readAllBytes(file.toPath())).object();
    assertEquals(Long.valueOf(1), root.get("format").integer());
    return root;
  }

  private static byte[] bytes(JsonValue value) {
    return Base64.getDecoder().decode(value.string());
  }

  private static String text(JsonObject object, String key) {
    return object.has(key) ? object.get(key).string() : null;
  }

  private static long number(JsonObject object, String key, long missing) {
    return object.has(key) ? object.get(key).integer() : missing;
  }

  // Bundles and deltas

  @Test
  public void bundlesHaveTheirFindings() throws Exception {
    for (JsonValue item : vectors("bundles.json").get("bundles").array()) {
      JsonObject vector = item.object();
      String name = vector.get("name").string();
      ZipLimits limits = new ZipLimits(
          (int) number(vector, "maximumFiles", ZipLimits.DEFAULT_ENTRIES),
          number(vector, "maximumSize", ZipLimits.DEFAULT_SIZE));
      byte[] config = vector.has("config") ? bytes(vector.get("config")) : null;
      VerificationReport report = new BundleVerifier(limits, 1)
          .verify(new ZipBytes(bytes(vector.get("zip")), name), config, null);
      List<String> found = new ArrayList<>();
      for (Finding finding : report.findings) {
        found.add(finding.code.text + " " + finding.isError + " " + finding.subject);
      }
      List<String> expected = new ArrayList<>();
      for (JsonValue finding : vector.get("findings").array()) {
        JsonObject object = finding.object();
        expected.add(
            text(object, "code") + " " + text(object, "severity").equals("error") + " "
                + text(object, "subject"));
      }
      assertEquals(name, expected, found);
      assertEquals(name, text(vector, "treeHash"), report.treeHash);
    }
  }

  @Test
  public void deltasAreAppliedOrRefused() throws Exception {
    JsonObject root = vectors("deltas.json");
    try (TestFolder folder = new TestFolder()) {
      for (JsonValue item : root.get("deltas").array()) {
        JsonObject vector = item.object();
        ZipBytes old =
            new ZipBytes(bytes(root.get("zips").object().get(text(vector, "old"))), "old");
        ZipBytes patch = new ZipBytes(bytes(vector.get("delta")), "delta");
        Folder work = Folder.open(folder.file.getPath()).newFolder("work");
        String result;
        NewFile zip = work.newFile("new.zip");
        try {
          BundleVerifier verifier = new BundleVerifier(new ZipLimits(), 1);
          UpdateApplier applier = new UpdateApplier(verifier);
          applier.make(applier.read(patch), old, zip, work.newFolder("scratch"));
          OpenFile made = work.openFile("new.zip");
          VerificationReport report = verifier.verify(made, null, null);
          made.close();
          if (!report.isVerified) throw DeltaException.badResult("delta", report);
          result = report.treeHash;
        } catch (DeltaException error) {
          result = error.kind.text;
        } finally {
          zip.close();
        }
        assertEquals(text(vector, "name"), text(vector, "result"), result);
        TestFolder.delete(new File(work.path));
      }
    }
  }

  // The state machine

  @Test
  public void stepsOfTheSandbox() throws Exception {
    JsonObject root = vectors("sandbox-steps.json");
    JsonObject releases = root.get("releases").object();
    for (JsonValue run : root.get("runs").array()) {
      SandboxState state = StateJson.read(run.object().get("start"));
      int number = 0;
      for (JsonValue item : run.object().get("steps").array()) {
        JsonObject vector = item.object();
        SandboxStep step = state.step(event(vector.get("event").object(), releases));
        String name = text(run.object(), "name") + ", step " + ++number;
        JsonObject expected = StateJson.write(state).object();
        JsonObject changes = vector.get("changes").object();
        for (String key : changes.keys()) {
          if (changes.get(key).kind == JsonValue.Kind.NULL) expected.remove(key);
          else expected.put(key, changes.get(key));
        }
        String next = JsonWriter.text(JsonValue.of(expected.sorted()));
        assertEquals(
            name, next, JsonWriter.text(JsonValue.of(StateJson.write(step.next).object().sorted())));
        assertEquals(name, JsonWriter.text(vector.get("actions")), JsonWriter.text(actions(step)));
        state = step.next;
      }
    }
  }

  private static InstalledRelease release(JsonObject releases, String name) throws JsonException {
    return InstalledRelease.read(new JsonFields(releases.get(name), name));
  }

  private static SandboxEvent event(JsonObject event, JsonObject releases) throws JsonException {
    SandboxEvent.Kind kind = null;
    for (SandboxEvent.Kind value : SandboxEvent.Kind.values()) {
      if (value.text.equals(text(event, "kind"))) kind = value;
    }
    assertNotNull(text(event, "kind"), kind);
    switch (kind) {
      case LAUNCH:
      case APPLY:
        SandboxEvent.Start start =
            new SandboxEvent.Start(text(event, "token"), number(event, "now", 0));
        start.isForeground = !event.has("background");
        start.attempts = (int) number(event, "attempts", SandboxEvent.Start.DEFAULT_ATTEMPTS);
        if (event.has("app")) start.app = NativeApp.read(new JsonFields(event.get("app"), "app"));
        if (event.has("embedded")) {
          start.embedded = release(releases, text(event, "embedded"));
          start.source = text(event, "source");
        }
        return kind == SandboxEvent.Kind.LAUNCH
            ? SandboxEvent.launch(start) : SandboxEvent.apply(start);
      case STAGE:
        return SandboxEvent.stage(
            release(releases, text(event, "release")), (int) number(event, "retries", 0));
      case REPAIRED:
        return SandboxEvent.repaired(release(releases, text(event, "release")));
      case CONFIRM:
        return SandboxEvent.of(kind, text(event, "token"));
      case ROLLBACK:
        return SandboxEvent.of(kind, text(event, "to"));
      default:
        return SandboxEvent.of(kind, text(event, "tree"));
    }
  }

  private static JsonValue actions(SandboxStep step) {
    List<JsonValue> actions = new ArrayList<>();
    if (step.mustRecord) actions.add(JsonValue.of("record"));
    if (step.kept != null) {
      actions.add(JsonValue.of(new JsonObject().put("link", step.next.active)));
      actions.add(
          JsonValue.of(new JsonObject().put("keep", JsonValue.texts(new TreeSet<>(step.kept)))));
    }
    if (step.run != null) {
      actions.add(
          JsonValue.of(
              new JsonObject().put(
                  "run",
                  JsonValue.of(
                      new JsonObject().put("release", step.run.release)
                          .put("reason", step.run.reason).put("token", step.run.token)
                          .put("previous", step.run.previous)))));
    }
    if (step.refusal != null) {
      actions.add(
          JsonValue.of(
              new JsonObject().put(
                  "refuse",
                  JsonValue.of(
                      new JsonObject().put("kind", step.refusal.kind.text)
                          .put("release", step.refusal.release)))));
    }
    return JsonValue.of(actions);
  }

  // Values

  @Test
  public void signaturesHaveTheirVerdict() throws Exception {
    for (JsonValue item : vectors("ed25519.json").get("signatures").array()) {
      JsonObject vector = item.object();
      assertEquals(
          text(vector, "name"), vector.get("valid").bool(),
          Ed25519.verify(
              bytes(vector.get("key")), bytes(vector.get("message")),
              bytes(vector.get("signature"))));
    }
  }

  @Test
  public void versionsAreOrdered() throws Exception {
    JsonObject root = vectors("versions.json");
    List<JsonValue> groups = root.get("ordered").array();
    for (int left = 0; left < groups.size(); left++) {
      for (int right = 0; right < groups.size(); right++) {
        for (JsonValue one : groups.get(left).array()) {
          for (JsonValue other : groups.get(right).array()) {
            int order = NativeVersion.parse(one.string())
                .compareTo(NativeVersion.parse(other.string()));
            assertEquals(
                one.string() + " " + other.string(), Integer.signum(left - right),
                Integer.signum(order));
          }
        }
      }
    }
    for (JsonValue text : root.get("invalid").array()) {
      assertNull(text.string(), NativeVersion.parse(text.string()));
    }
  }

  @Test
  public void documentsAreAcceptedOrRefused() throws Exception {
    JsonObject root = vectors("json.json");
    for (JsonValue item : root.get("accepted").array()) JsonReader.read(bytes(item));
    for (JsonValue item : root.get("refused").array()) {
      boolean isAccepted = true;
      try {
        JsonReader.read(bytes(item));
      } catch (JsonException error) {
        isAccepted = false;
      }
      assertFalse(item.string(), isAccepted);
    }
  }

  @Test
  public void stacksHaveTheirHash() throws Exception {
    for (JsonValue item : vectors("stacks.json").get("stacks").array()) {
      JsonObject vector = item.object();
      assertEquals(text(vector, "hash"), StackHash.of(text(vector, "stack")));
    }
  }
}
