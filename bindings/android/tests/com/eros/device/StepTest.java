package com.eros.device;

import static com.eros.device.Steps.after;
import static com.eros.device.Steps.applyNow;
import static com.eros.device.Steps.confirm;
import static com.eros.device.Steps.of;
import static com.eros.device.Steps.release;
import static com.eros.device.Steps.rollBack;
import static com.eros.device.Steps.stage;
import static com.eros.device.Steps.start;
import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertNotNull;
import static org.junit.Assert.assertNull;
import static org.junit.Assert.assertTrue;

import com.eros.device.SandboxEvent.Kind;
import java.util.Arrays;
import java.util.HashSet;
import org.junit.Test;

/** The rules of the state machine that no call of a device reaches without a store, and the clocks. */
public final class StepTest {
  private final InstalledRelease own = release(1, 100);
  private final InstalledRelease update = release(2, 200);
  private final InstalledRelease newest = release(3, 300);
  private final SandboxState installed = after(new SandboxState(), start(own));

  private SandboxState failed(SandboxState state) {
    return after(state, start(own), start(own), start(own));
  }

  @Test
  public void aReleaseIsTriedOnceForEachRetryOfThePublisher() {
    SandboxState state = failed(after(installed, stage(update)));
    for (int count = 1; count <= 3; count++) {
      state = after(state, SandboxEvent.stage(update, count));
      assertEquals(update, state.pending);
      assertTrue(state.avoided().isEmpty());
      state = failed(state);
      assertEquals(Arrays.asList(update.tree), state.avoided());
      assertEquals(
          SandboxRefusal.Kind.BLOCKED, state.step(SandboxEvent.stage(update, count)).refusal.kind);
    }
    assertEquals(3, state.retries(update.tree));
    assertEquals(1, state.retried.size());
  }

  @Test
  public void aRetryDuringATrialChangesNothing() {
    SandboxState tried = after(installed, stage(update), start(own));
    assertEquals(tried, after(tried, SandboxEvent.stage(update, 1)));
  }

  @Test
  public void anUnstagedReleaseIsNotTriedUnlessNoOtherCanRun() {
    SandboxState staged = after(installed, stage(update));
    assertEquals(staged, after(staged, of(Kind.UNSTAGE, newest.tree)));
    assertNull(after(staged, of(Kind.UNSTAGE, update.tree)).pending);
    SandboxState only = after(new SandboxState(), stage(update));
    assertEquals(only, after(only, of(Kind.UNSTAGE, update.tree)));
  }

  @Test
  public void appliedReleasesAreKeptUntilTheNextForegroundStart() {
    SandboxState failed =
        after(installed, stage(update), applyNow("1.0.0"), rollBack(SandboxEvent.PREVIOUS));
    assertEquals(own.tree, failed.active);
    SandboxState next = after(failed, stage(newest), applyNow("1.0.0"), confirm(null));
    assertEquals(
        new HashSet<>(Arrays.asList(own.tree, update.tree, newest.tree)), next.references());
    assertEquals(
        new HashSet<>(Arrays.asList(own.tree, newest.tree)),
        after(next, start(own)).references());
  }

  @Test
  public void atMostFourReleasesAreApplied() {
    SandboxState state = installed;
    for (int number = 10; number < 14; number++) {
      state = after(
          state, stage(release(number, 1000 + number)), applyNow("1.0.0"), confirm(null));
      assertEquals(release(number, 0).tree, state.active);
    }
    assertNull(after(state, stage(newest)).step(applyNow("1.0.0")).run);
  }

  @Test
  public void theReleaseThatFailedLastIsKeptUntilAnotherIsConfirmed() {
    SandboxState failed = failed(after(installed, stage(update)));
    assertEquals(update.tree, failed.failed);
    assertTrue(failed.isBase(update.tree));
    SandboxState tried = after(failed, stage(newest), start(own));
    assertEquals(update.tree, tried.failed);
    assertNull(after(tried, confirm(null)).failed);
    assertNull(after(failed, of(Kind.DISCARD_FAILED, null)).failed);
    assertEquals(1, after(failed, of(Kind.DISCARD_FAILED, null)).avoided().size());
  }

  @Test
  public void aBuildTimeInTheFutureDoesNotStopLaterBundles() {
    long now = 1_800_000_000_000L;
    long day = 86_400_000L;
    InstalledRelease first = release(1, now - 10 * day);
    InstalledRelease future = release(2, Manifest.MAXIMUM_TIMESTAMP);
    SandboxState confirmed = after(
        new SandboxState(), start(first, true, "1.0.0", "t", 2, now), stage(future),
        start(first, true, "1.0.0", "t", 2, now + day), confirm(null));
    InstalledRelease older = release(3, now - day);
    SandboxRun run = confirmed.step(start(older, true, "2.0", "t", 2, now + 9 * day)).run;
    assertEquals(future.tree, run.release);
    InstalledRelease later = release(4, now + 5 * day);
    run = confirmed.step(start(later, true, "2.0", "t", 2, now + 9 * day)).run;
    assertEquals(later.tree, run.release);
    assertEquals(SandboxRun.EMBEDDED_NEWER, run.reason);
  }

  @Test
  public void withAWrongClockBuildTimesAreCompared() {
    long now = 1_800_000_000_000L;
    long hour = 3_600_000L;
    SandboxState state = after(
        new SandboxState(), start(release(1, now + hour), true, "1.0.0", "t", 2, now));
    for (long clock : new long[] {now, 0}) {
      InstalledRelease before = release(2, now + hour / 2);
      SandboxRun run = state.step(start(before, true, "2.0", "t", 2, clock)).run;
      assertEquals(SandboxRun.CONFIRMED, run.reason);
      InstalledRelease after = release(3, now + 2 * hour);
      run = state.step(start(after, true, "2.0", "t", 2, clock)).run;
      assertEquals(after.tree, run.release);
    }
  }

  @Test
  public void aReleaseThatWasNeverConfirmedRunsIfAllOthersAreLost() {
    SandboxState staged = after(installed, stage(update), of(Kind.LOST, own.tree));
    SandboxRun run = staged.step(start(null)).run;
    assertEquals(update.tree, run.release);
    assertNull(run.token);
    SandboxState used =
        after(installed, stage(update), start(own), start(own), of(Kind.LOST, own.tree));
    assertEquals(
        SandboxRefusal.Kind.NOTHING_TO_RUN, used.step(start(null)).refusal.kind);
  }

  @Test
  public void withoutAPlatformTheRequirementsOfBothApply() {
    InstalledRelease release = new InstalledRelease(
        own.tree, 1, "1.0.0", "2.0.0", own.zip, own.zip, own.zip, 1, 1, -1);
    NativeVersion version = NativeVersion.parse("1.5.0");
    assertTrue(!release.runsOn(new NativeApp(version, null)));
    assertTrue(release.runsOn(new NativeApp(version, NativeApp.ANDROID)));
    assertTrue(!release.runsOn(new NativeApp(version, NativeApp.IOS)));
    assertNotNull(release.requirement(new NativeApp(version, null)));
    assertTrue(release(1, 1, "eros-template-version", 1).runsOn(Steps.app("0.0.1")));
  }
}
