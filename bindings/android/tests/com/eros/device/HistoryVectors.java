package com.eros.device;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertTrue;

import java.io.File;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.Test;

/**
 * Random histories of stores and devices, with the decisions of the Swift library; {@code bindings/android/test
 * --histories} checks them.
 */
public final class HistoryVectors {
  private static final int MAXIMUM_LENGTH = 64 << 20;
  private static final String[] ROLES = {"root", "timestamp", "snapshot", "targets"};

  /** The number of decisions of each kind. */
  private final Map<String, Integer> counts = new ConcurrentHashMap<>();

  @Test
  public void devicesDecideAlike() throws Exception {
    File vectors = new File(System.getProperty("eros.histories"));
    int histories = 0;
    for (File file : vectors.listFiles((folder, name) -> name.endsWith(".jsonl"))) {
      List<String> lines = Files.readAllLines(file.toPath(), StandardCharsets.UTF_8);
      // Nearly all of the time is for signatures, so each processor gets a share.
      lines.parallelStream().forEach(this::check);
      histories += lines.size();
    }
    System.out.println(histories + " histories: " + new TreeMap<>(counts));
    for (String decision : new String[] {
      "install", "up to date", "rejected", "paused", "waits for app", "not included", "blocked",
    }) {
      assertTrue(decision + " in " + counts, counts.getOrDefault(decision, 0) * 50 >= histories);
    }
  }

  private void check(String line) {
    History history = new History();
    try {
      history.check(JsonReader.read(Utf8.encode(line), MAXIMUM_LENGTH, MAXIMUM_LENGTH).object());
    } catch (Exception problem) {
      throw new AssertionError(history.step, problem);
    }
  }

  /** A store and a device. */
  private final class History {
    private final Map<String, byte[]> files = new HashMap<>();
    private TestDevice device;
    /** The step that is checked. */
    private String step;

    void check(JsonObject history) throws Exception {
      for (int index = 0; index < history.get("steps").array().size(); index++) {
        JsonObject expected = history.get("results").array().get(index).object();
        step = "seed " + history.get("seed").integer() + ", step " + index + ", "
            + JsonWriter.text(expected.get("error"));
        JsonObject result = update(history.get("steps").array().get(index).object());
        for (String key : new String[] {"decision", "release", "path", "length", "versions"}) {
          assertEquals(step + ", " + key, JsonWriter.text(expected.get(key)), JsonWriter.text(result.get(key)));
        }
        counts.merge(result.get("decision").string(), 1, Integer::sum);
      }
    }

    /** Updates the device of a step, and returns its decision. */
    private JsonObject update(JsonObject step) throws Exception {
      JsonObject changes = step.get("files").object();
      for (String path : changes.keys()) {
        String text = changes.get(path).string();
        if (text == null) {
          files.remove(path);
        } else {
          files.put(path, Utf8.encode(text));
        }
      }
      if (step.get("root").string() != null) device = new TestDevice(Utf8.encode(step.get("root").string()));
      JsonObject result = decide(step);
      List<JsonValue> versions = new ArrayList<>();
      for (String role : ROLES) versions.add(version(device.contents(role + RoleName.SUFFIX)));
      return result.put("versions", JsonValue.of(versions));
    }

    private JsonObject decide(JsonObject step) throws Exception {
      JsonObject result = new JsonObject().put("decision", "rejected").put("release", JsonValue.NULL)
          .put("path", JsonValue.NULL).put("length", JsonValue.NULL);
      JsonObject facts = step.get("device").object();
      MetadataSource source = (path, limit) -> {
        byte[] bytes = files.get(path);
        return bytes == null ? MetadataSource.Response.MISSING : MetadataSource.Response.of(bytes, null);
      };
      ChannelContents contents;
      try {
        ChannelReader reader = new ChannelReader(
            source, device, device.pinnedRoot, facts.get("now").integer(), new TrustLimits());
        reader.readTopLevel();
        contents = reader.read(ChannelName.parse(step.get("channel").string()));
      } catch (TrustException error) {
        return result;
      }
      if (contents == null) return result;
      FetchDecision decision = device(facts).decide(contents);
      result.put("decision", name(decision.outcome));
      boolean isUpToDate = decision.outcome.equals(FetchDecision.UP_TO_DATE);
      if (!isUpToDate && decision.release != null) result.put("release", decision.release.number);
      if (!decision.installs()) return result;
      FetchArtifact first = decision.artifacts.get(0);
      return result.put("path", first.path).put("length", first.file.length);
    }
  }

  private static String name(String outcome) {
    return outcome.equals(FetchDecision.INSTALL) ? "install" : outcome.replace('-', ' ');
  }

  private static FetchDevice device(JsonObject facts) {
    SandboxState state = new SandboxState();
    state.pending = installed(facts.get("pending"));
    InstalledRelease trial = installed(facts.get("trial"));
    if (trial != null) state.trial = new SandboxState.Trial(trial, "", 1, 0);
    for (JsonValue release : facts.get("confirmed").array()) state.confirmed.add(installed(release));
    InstalledRelease embedded = installed(facts.get("embedded"));
    if (embedded != null) state.embedded = new SandboxState.Embedded(embedded, "", null);
    for (JsonValue tree : facts.get("bad").array()) {
      state.blocked.add(new SandboxState.Blocked(tree.string(), SandboxState.Blocked.ROLLED_BACK, 1));
    }
    state.failed = facts.get("failed").string();
    JsonObject retried = facts.get("retried").object();
    for (String tree : retried.keys()) {
      state.retried.add(new SandboxState.Retried(tree, retried.get(tree).integer().intValue()));
    }
    FetchDevice device = new FetchDevice(state, facts.get("id").string(), facts.get("now").integer());
    JsonObject numbers = facts.get("numbers").object();
    for (String tree : numbers.keys()) device.numbers.put(tree, numbers.get(tree).integer());
    for (JsonValue tree : facts.get("foreign").array()) device.foreign.add(tree.string());
    String app = facts.get("app").string();
    if (app != null) device.app = new NativeApp(NativeVersion.parse(app), facts.get("platform").string());
    return device;
  }

  private static InstalledRelease installed(JsonValue value) {
    JsonObject release = value.object();
    if (release == null) return null;
    Long seen = release.get("seen").integer();
    String digest = Hashing.sha256(Bytes.EMPTY);
    return new InstalledRelease(
        release.get("tree").string(), release.get("built").integer(), null, null, digest, digest, digest, 1, 1,
        seen == null ? -1 : seen);
  }

  private static JsonValue version(byte[] bytes) throws JsonException {
    return bytes == null ? JsonValue.NULL : JsonReader.read(bytes).object().get("signed").object().get("version");
  }
}
