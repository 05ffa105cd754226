package com.eros.device;

import static com.eros.device.Vectors.list;
import static com.eros.device.Vectors.number;
import static com.eros.device.Vectors.text;
import static com.eros.device.Vectors.vectors;
import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertNotNull;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.junit.Test;

/** The vectors of the state machine, and further ones that {@code bindings/android/test --steps} names. */
public final class StepVectorTest {
  @Test
  public void stepsOfTheSandbox() throws Exception {
    int count = 0;
    Set<String> kinds = new HashSet<>();
    String[] names = Vectors.FOLDER.list((folder, name) -> name.matches("sandbox-steps.*"));
    assertNotNull(Vectors.FOLDER + " is missing", names);
    for (String name : names) {
      JsonObject root = vectors(name);
      JsonObject releases = root.get("releases").object();
      SandboxState state = null;
      for (JsonValue item : list(root, "steps")) {
        JsonObject vector = item.object();
        if (vector.has("state")) state = StateJson.read(vector.get("state"));
        kinds.add(text(vector.get("event").object(), "kind"));
        state = check(name + ", step " + ++count, state, vector, releases);
      }
    }
    assertEquals(SandboxEvent.Kind.values().length, kinds.size());
    System.out.println(count + " steps of the sandbox");
  }

  /** Checks a step, and returns the state after it. */
  private static SandboxState check(
      String name, SandboxState state, JsonObject vector, JsonObject releases) throws Exception {
    SandboxStep step = state.step(event(vector.get("event").object(), releases));
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
    return step.next;
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
}
