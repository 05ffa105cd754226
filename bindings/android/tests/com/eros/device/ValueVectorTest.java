package com.eros.device;

import static com.eros.device.Vectors.bytes;
import static com.eros.device.Vectors.list;
import static com.eros.device.Vectors.number;
import static com.eros.device.Vectors.text;
import static com.eros.device.Vectors.vectors;
import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertNull;

import java.util.Arrays;
import java.util.List;
import java.util.TreeSet;
import org.junit.Test;

/** The vectors of versions, JSON, stacks and decisions. */
public final class ValueVectorTest {
  private static final List<String> CHECKED = Arrays.asList(
      "bundles.json", "choices.json", "decisions.json", "deltas.json", "json.json", "metadata.json",
      "sandbox-model.json", "sandbox-steps.json", "signatures.json", "stacks.json", "usage-reports.json", "versions.json");

  @Test
  public void everyFileIsChecked() {
    String[] files = Vectors.FOLDER.list((folder, name) -> name.endsWith(".json"));
    assertEquals(new TreeSet<>(CHECKED), new TreeSet<>(Arrays.asList(files)));
  }

  @Test
  public void versionsAreOrdered() throws Exception {
    JsonObject root = vectors("versions.json");
    List<JsonValue> groups = list(root, "ordered");
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
    for (JsonValue text : list(root, "invalid")) {
      assertNull(text.string(), NativeVersion.parse(text.string()));
    }
  }

  @Test
  public void releasesRunOnTheirApps() throws Exception {
    for (JsonValue item : list(vectors("versions.json"), "minimums")) {
      JsonObject vector = item.object();
      String digest = Hashing.sha256(Bytes.EMPTY);
      InstalledRelease release = new InstalledRelease(
          digest, 1, text(vector, "android"), text(vector, "iOS"), digest, digest, digest, 1, 1, -1);
      NativeApp app =
          new NativeApp(NativeVersion.parse(text(vector, "version")), text(vector, "platform"));
      assertEquals(
          JsonWriter.text(item), vector.get("runs").bool(), Boolean.valueOf(release.runsOn(app)));
    }
  }

  @Test
  public void documentsAreAcceptedOrRefused() throws Exception {
    JsonObject root = vectors("json.json");
    for (JsonValue item : list(root, "accepted")) {
      JsonObject vector = item.object();
      JsonValue value = JsonReader.read(bytes(vector.get("document")));
      assertEquals(text(vector, "compact"), JsonWriter.text(value));
    }
    for (JsonValue item : list(root, "refused")) {
      boolean isAccepted = true;
      try {
        JsonReader.read(bytes(item));
      } catch (JsonException error) {
        isAccepted = false;
      }
      assertFalse(item.string(), isAccepted);
    }
    for (JsonValue item : list(root, "integers")) {
      JsonObject vector = item.object();
      assertEquals(
          text(vector, "number"), vector.get("integer").integer(),
          JsonValue.number(text(vector, "number")).integer());
    }
  }

  @Test
  public void stacksHaveTheirHash() throws Exception {
    for (JsonValue item : list(vectors("stacks.json"), "stacks")) {
      JsonObject vector = item.object();
      String stack = "x".repeat((int) number(vector, "padding", 0)) + text(vector, "stack");
      assertEquals(text(vector, "stack"), text(vector, "hash"), StackHash.of(stack));
    }
  }

  // Decisions

  @Test
  public void decisionsHaveTheirLines() throws Exception {
    for (JsonValue item : list(vectors("decisions.json"), "decisions")) {
      JsonObject input = item.object().get("decision").object();
      Decision decision = new Decision(text(input, "event")).reason(text(input, "reason"))
          .release(text(input, "release")).error(text(input, "errorClass"), text(input, "stack"));
      if (input.has("detail")) decision.detail(text(input, "detail"));
      for (String key : new String[] {
        "channel", "number", "skipped", "tester", "verified", "requires", "metadata", "file", "status",
      }) {
        if (input.has(key)) decision.put(key, input.get(key));
      }
      if (input.has("expired")) decision.put("expired", UtcTime.text(number(input, "expired", 0)));
      JsonObject json =
          decision.json(text(input, "outcome"), number(input, "time", 0), app(input));
      byte[] line = DecisionLog.lines(Arrays.asList(json));
      assertEquals(text(item.object(), "line"), new String(line, Utf8.CHARSET));
    }
  }

  private static NativeApp app(JsonObject input) {
    return input.has("app")
        ? new NativeApp(NativeVersion.parse(text(input, "app")), NativeApp.ANDROID) : null;
  }

  private static DecisionLog log(JsonValue file) {
    DecisionLog log = new DecisionLog();
    log.addLines(bytes(file.object().get("file")));
    return log;
  }

  @Test
  public void filesOfDecisionsAreCompacted() throws Exception {
    for (JsonValue item : list(vectors("decisions.json"), "logs")) {
      String file = new String(bytes(item.object().get("file")), Utf8.CHARSET);
      String expected = new String(bytes(item.object().get("log")), Utf8.CHARSET);
      assertEquals(file, expected, new String(log(item).bytes(), Utf8.CHARSET));
    }
  }

  @Test
  public void documentsOfDecisionsAreEqual() throws Exception {
    JsonObject root = vectors("decisions.json");
    for (JsonValue item : list(root, "documents")) {
      JsonObject vector = item.object();
      DecisionLog log = log(list(root, "logs").get((int) number(vector, "file", -1)));
      JsonValue disk = vector.has("disk") ? vector.get("disk") : JsonValue.NULL;
      assertEquals(
          text(vector, "document"),
          DecisionRecorder.document(
              number(vector, "created", -1), StateJson.read(vector.get("state")), app(vector),
              text(vector, "stateFailure"), log, disk, channels(vector),
              vector.has("trust") ? vector.get("trust") : JsonValue.NULL));
    }
  }

  /** Returns the channels as the record of the last checks has them. */
  private static JsonValue channels(JsonObject vector) throws Exception {
    if (!vector.has("channels")) return new CheckRecord(null).summary();
    JsonObject file = new JsonObject();
    JsonObject channels = vector.get("channels").object();
    for (String name : channels.keys()) {
      JsonObject channel = channels.get(name).object();
      Long checked = UtcTime.parse(channel.get("checked").string());
      JsonObject fields = new JsonObject().put("releases", channel.get("releases"));
      file.put(name, JsonValue.of(checked == null ? fields : fields.put("checked", checked)));
    }
    JsonValue record = JsonValue.of(new JsonObject().put("channels", JsonValue.of(file)));
    return new CheckRecord(JsonWriter.compact(record)).summary();
  }
}
