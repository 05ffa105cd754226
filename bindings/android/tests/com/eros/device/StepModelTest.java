package com.eros.device;

import static com.eros.device.Steps.applyNow;
import static com.eros.device.Steps.confirm;
import static com.eros.device.Steps.of;
import static com.eros.device.Steps.release;
import static com.eros.device.Steps.rollBack;
import static com.eros.device.Steps.stage;
import static com.eros.device.Steps.start;
import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertTrue;

import com.eros.device.SandboxEvent.Kind;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.junit.Test;

/**
 * Every sequence of up to eight events, as in the Swift tests.
 *
 * <p>{@code step} depends only on the state and the event, so it is enough to try every event in every
 * reachable state. The number of states and the digest of all of them are a vector: another implementation
 * with the same events reaches the same states.
 */
public final class StepModelTest {
  private static final InstalledRelease OWN = release(1, 100);
  private static final InstalledRelease NEWER_OWN = release(2, 300);
  private static final InstalledRelease OLDER = release(3, 200);
  private static final InstalledRelease NEWER = release(4, 400);
  private static final InstalledRelease DEMANDING = release(5, 500, "2.0.0", 5);
  /** A release with the pages of {@code NEWER} and another manifest. */
  private static final InstalledRelease NEWER_AGAIN = release(4, 450, null, 9);

  private static final SandboxEvent[] EVENTS = {
    start(OWN), start(OWN, false, "1.0.0", "token", 2, 1),
    start(NEWER_OWN, true, "2.0.0", "token", 2, 1),
    start(NEWER_OWN, false, "2.0.0", "token", 2, 1), start(null, true, "1.0.0", "other", 2, 1),
    start(OWN, true, "0.9.0", "token", 2, 1), stage(OLDER), stage(NEWER), stage(DEMANDING),
    confirm(null), confirm("token"), confirm("other"), confirm("stale"),
    rollBack(SandboxEvent.PREVIOUS), rollBack(SandboxEvent.EMBEDDED), rollBack(OLDER.tree),
    of(Kind.LOST, NEWER.tree), of(Kind.LOST, OWN.tree), of(Kind.LOST, OLDER.tree),
    SandboxEvent.repaired(NEWER_AGAIN), of(Kind.COLLECT, null), of(Kind.UNBLOCK, null),
    of(Kind.UNBLOCK, NEWER.tree), of(Kind.DISCARD_FAILED, null)
  };
  /** Events with many more states, so that their sequences are shorter. */
  private static final SandboxEvent[] FURTHER_EVENTS = {
    applyNow("1.0.0"), applyNow("2.0.0"), of(Kind.UNSTAGE, NEWER.tree),
    SandboxEvent.stage(NEWER, 1)
  };

  @Test
  public void everyInvariantHolds() throws Exception {
    check("events", Arrays.asList(EVENTS), 8);
  }

  @Test
  public void everyInvariantHoldsForFurtherEvents() throws Exception {
    List<SandboxEvent> events = new ArrayList<>(Arrays.asList(EVENTS));
    events.addAll(Arrays.asList(FURTHER_EVENTS));
    check("furtherEvents", events, 5);
  }

  private static String json(SandboxState state) {
    return JsonWriter.text(StateJson.write(state));
  }

  private static void check(String name, List<SandboxEvent> events, int length)
      throws Exception {
    Map<String, SandboxState> known = new TreeMap<>();
    SandboxState empty = new SandboxState();
    known.put(json(empty), empty);
    List<SandboxState> frontier = Arrays.asList(empty);
    int steps = 0;
    for (int depth = 0; depth < length; depth++) {
      List<SandboxState> reached = new ArrayList<>();
      for (SandboxState state : frontier) {
        for (SandboxEvent event : events) {
          SandboxStep step = state.step(event);
          steps++;
          checkStep(state, event, step);
          if (known.put(json(step.next), step.next) == null) reached.add(step.next);
        }
      }
      frontier = reached;
    }
    assertTrue("states: " + known.size(), known.size() > 1000);
    MessageDigest sha256 = Hashing.sha256();
    // The states sorted by their compact JSON, which is ASCII, each with a newline.
    for (String state : known.keySet()) sha256.update(Utf8.encode(state + "\n"));
    JsonObject found = new JsonObject().put("states", known.size()).put("steps", steps)
        .put("sha256", Hex.encode(sha256.digest()));
    JsonObject expected = Vectors.vectors("sandbox-model.json");
    assertEquals(JsonWriter.text(expected.get(name)), JsonWriter.text(JsonValue.of(found)));
  }

  private static void checkStep(SandboxState before, SandboxEvent event, SandboxStep step) {
    SandboxState after = step.next;
    String name = event.kind.text + " in " + json(before);
    Set<String> blocked = new HashSet<>();
    for (SandboxState.Blocked entry : after.blocked) blocked.add(entry.release);
    for (InstalledRelease release : after.releases()) {
      assertTrue(name, !blocked.contains(release.tree));
    }
    boolean mayRun = after.active == null || after.isKnownGood(after.active)
        || after.isOnTrial(after.active);
    assertTrue(name, mayRun);
    assertTrue(name, after.trial == null || !after.isKnownGood(after.trial.release.tree));
    assertEquals(name, !after.equals(before), step.mustRecord);
    assertEquals(name, after.active != null, step.kept != null);
    assertTrue(name, step.kept == null || step.kept.equals(after.references()));
    assertTrue(name, step.run == null || step.refusal == null);
    if (step.run != null) {
      String tree = step.run.release;
      assertTrue(name, after.isKnownGood(tree) || after.isOnTrial(tree));
      assertEquals(name, step.run.reason.equals(SandboxRun.TRIAL), step.run.token != null);
      assertTrue(
          name, step.run.token == null || step.run.token.equals(after.trial.token));
    }
    assertTrue(
        name, after.failed == null || after.failed.equals(after.blocked.get(0).release));
    boolean isForeground = event.kind == Kind.LAUNCH && event.start.isForeground;
    if (!isForeground && event.kind != Kind.LOST) {
      assertTrue(name, after.references().containsAll(before.applied));
      assertTrue(
          name, before.running == null || after.references().contains(before.running));
    }
    checkKind(name, before, event, after);
  }

  private static void checkKind(
      String name, SandboxState before, SandboxEvent event, SandboxState after) {
    switch (event.kind) {
      case LAUNCH:
        if (event.start.isForeground) break;
        assertTrue(name, after.blocked.size() <= before.blocked.size());
        assertTrue(
            name,
            after.trial == null || after.trial.attempts == before.trial.attempts);
        break;
      case STAGE:
        assertEquals(name, before.confirmed, after.confirmed);
        assertEquals(name, before.trial, after.trial);
        assertEquals(name, before.active, after.active);
        break;
      case CONFIRM:
        if (before.trial == null || "stale".equals(event.text)) assertEquals(name, before, after);
        break;
      case COLLECT:
        assertEquals(name, before, after);
        break;
      case APPLY:
        assertEquals(name, before.blocked, after.blocked);
        if (before.trial != null) assertEquals(name, before, after);
        break;
      case LOST:
        break;
      default:
        assertTrue(name, before.confirmed.size() < 2 || after.confirmed.size() == 2);
    }
  }
}
