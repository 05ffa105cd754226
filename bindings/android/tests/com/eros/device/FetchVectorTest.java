package com.eros.device;

import static com.eros.device.Vectors.bytes;
import static com.eros.device.Vectors.list;
import static com.eros.device.Vectors.number;
import static com.eros.device.Vectors.text;
import static com.eros.device.Vectors.vectors;
import static org.junit.Assert.assertEquals;

import java.util.ArrayList;
import java.util.List;
import org.junit.Test;

/** The vectors of the choice of a release and of usage reports. */
public final class FetchVectorTest {
  private static final ChannelName CHANNEL = ChannelName.parse("my-app/production");

  // Choices

  @Test
  public void devicesChooseTheSameReleases() throws Exception {
    JsonObject root = vectors("choices.json");
    List<ChannelContents> channels = new ArrayList<>();
    for (JsonValue item : list(root, "channels")) {
      Brake brake = new Brake(targets(item.object().get("brake")));
      channels.add(new ChannelContents(CHANNEL, targets(item.object().get("targets")), brake));
    }
    for (JsonValue item : list(root, "choices")) {
      JsonObject vector = item.object();
      FetchDevice device = device(vector.get("device").object());
      FetchDecision decision = device.decide(channels.get((int) number(vector, "channel", -1)));
      assertEquals(JsonWriter.text(vector.get("choice")), JsonWriter.text(JsonValue.of(json(decision))));
    }
    for (JsonValue item : list(root, "buckets")) {
      JsonObject vector = item.object();
      assertEquals(number(vector, "bucket", -1), FetchDevice.bucket(text(vector, "salt"), text(vector, "id")));
    }
  }

  private static TargetsMetadata targets(JsonValue value) throws JsonException {
    return (TargetsMetadata) RoleMetadata.read(value, RoleName.TARGETS);
  }

  private static FetchDevice device(JsonObject input) throws JsonException {
    SandboxState state = StateJson.read(input.get("state"));
    FetchDevice device = new FetchDevice(state, text(input, "id"), number(input, "now", 0));
    JsonObject numbers = input.get("numbers").object();
    for (String tree : numbers.keys()) device.numbers.put(tree, numbers.get(tree).integer());
    for (JsonValue tree : input.get("otherChannels").array()) device.foreign.add(tree.string());
    for (JsonValue tree : input.get("lost").array()) device.lost.add(tree.string());
    if (input.has("app")) device.app = NativeApp.read(new JsonFields(input.get("app"), "the app"));
    device.isTester = input.has("tester");
    return device;
  }

  /** Returns a decision in the form of the vectors. */
  private static JsonObject json(FetchDecision decision) {
    JsonObject choice = new JsonObject().put("outcome", name(decision.outcome));
    if (decision.release != null) choice.put("number", decision.release.number);
    if (decision.installs()) {
      List<String> paths = new ArrayList<>();
      for (FetchArtifact artifact : decision.artifacts) paths.add(artifact.path);
      choice.put("artifacts", JsonValue.texts(paths));
    }
    List<JsonValue> skipped = new ArrayList<>();
    for (JsonValue item : decision.skipped) {
      String reason = name(item.object().get("reason").string());
      skipped.add(JsonValue.of(new JsonObject().put("number", item.object().get("number")).put("reason", reason)));
    }
    choice.put("skipped", JsonValue.of(skipped));
    return decision.isOnePartVersion ? choice.put("oneNumber", JsonValue.of(true)) : choice;
  }

  private static String name(String outcome) {
    switch (outcome) {
      case FetchDecision.UP_TO_DATE:
        return "upToDate";
      case FetchDecision.INSTALL:
        return "install";
      case FetchDecision.WAITS_FOR_APP:
        return "waitsForApp";
      case FetchDecision.NOT_INCLUDED:
        return "notIncluded";
      default:
        return outcome;
    }
  }

  // Reports

  @Test
  public void devicesKeepAndSendTheSameReports() throws Exception {
    JsonObject root = vectors("usage-reports.json");
    for (JsonValue item : list(root, "records")) {
      ReportRecord record = new ReportRecord(null);
      for (JsonValue step : item.array()) {
        JsonObject vector = step.object();
        perform(vector.get("event").object(), record);
        if (vector.has("file")) assertEquals(text(vector, "file"), new String(record.bytes(), Utf8.CHARSET));
        if (vector.has("body")) assertEquals(text(vector, "body"), new String(record.body(), Utf8.CHARSET));
      }
    }
    for (JsonValue item : list(root, "files")) {
      JsonObject vector = item.object();
      byte[] file = bytes(vector.get("file"));
      assertEquals(text(vector, "read"), new String(new ReportRecord(file).bytes(), Utf8.CHARSET));
    }
  }

  private static void perform(JsonObject event, ReportRecord record) throws JsonException {
    switch (text(event, "kind")) {
      case "staged":
        record.add(
            ChannelName.parse(text(event, "channel")), text(event, "from"), text(event, "to"), text(event, "form"),
            number(event, "bytes", 0));
        break;
      case "observed":
        SandboxState state = StateJson.read(event.get("state"));
        record.observe(state, log(event, state));
        break;
      default:
        record.removeWaiting();
    }
  }

  /** Returns decisions in which each blocked release failed with the error of an event. */
  private static DecisionLog log(JsonObject event, SandboxState state) {
    DecisionLog log = new DecisionLog();
    for (SandboxState.Blocked blocked : state.blocked) {
      log.decisions.add(
          new JsonObject().put("event", "failure").put("outcome", "blocked").put("release", blocked.release)
              .put("errorClass", text(event, "errorClass")).put("stackHash", text(event, "stackHash")));
    }
    return log;
  }
}
