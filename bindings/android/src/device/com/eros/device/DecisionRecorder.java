package com.eros.device;

import java.io.File;
import java.io.FileDescriptor;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * Records the decisions of a device in its folder.
 *
 * <p>An error never changes the outcome of a call. Decisions that could not be written, for example on a full
 * disk, are kept in memory and written with the next one.
 */
final class DecisionRecorder {
  private static final long VERSION = 1;
  private static final int MAXIMUM_FREE = 1024;

  private final Sandbox sandbox;
  private final NativeApp app;
  private final List<JsonObject> unwritten = new ArrayList<JsonObject>();

  DecisionRecorder(Sandbox sandbox, NativeApp app) {
    this.sandbox = sandbox;
    this.app = app;
  }

  /** Records a decision durably. */
  void record(Decision decision, String outcome) {
    long now = System.currentTimeMillis();
    record(Collections.singletonList(decision.json(outcome, now, app)), true);
  }

  /** Records a failed call, unless the folder belongs to somebody else, and returns its error. */
  ErosException recorded(Decision decision, ErosException error) {
    String reason = Decision.reason(error);
    if (!reason.equals(Decision.FOREIGN_FOLDER)) record(decision.reason(reason), "failed");
    return error;
  }

  /**
   * Records the decisions of a launch, without waiting for the disk.
   *
   * <p>A launch that runs the confirmed release like the launch before records nothing.
   */
  void recordLaunch(Sandbox.Launched launched, long now) {
    List<JsonObject> list = new ArrayList<JsonObject>();
    for (SandboxNote note : launched.notes) {
      if (note.kind != SandboxNote.Kind.TRIAL_FAILED) continue;
      Decision decision = new Decision("launch").reason("unconfirmed").release(note.release);
      list.add(decision.json("blocked", now, app));
    }
    ErosException failure = launched.failure();
    String reason = failure != null
        ? Decision.reason(failure) : launched.hasDamage() ? "damaged" : null;
    SandboxRun run = launched.run;
    boolean isNews =
        !run.reason.equals(SandboxRun.CONFIRMED) || run.previous != null || reason != null;
    if (isNews) {
      Decision decision = new Decision("launch").reason(reason).release(run.release);
      list.add(decision.json(run.reason, now, app));
    }
    record(list, false);
  }

  /** Records a launch that found no release to run. */
  void recordFailedLaunch(ErosException error, long now) {
    String reason = Decision.reason(error);
    if (reason.equals(Decision.FOREIGN_FOLDER)) return;
    Decision decision = new Decision("launch").reason(reason);
    record(Collections.singletonList(decision.json("failed", now, app)), false);
  }

  /** Records the result of an update, or its error. */
  void recordUpdate(Decision decision, String outcome, long now) {
    NativeApp current = app;
    try {
      if (current == null) current = sandbox.currentState().app;
    } catch (ErosException error) {
      // The decision lacks the app.
    }
    JsonObject trust = TrustFolder.summary(sandbox.path);
    if (trust != null && trust.get("timestamp").integer() != null) decision.put("metadata", trust.get("timestamp"));
    record(Collections.singletonList(decision.json(outcome, now, current)), true);
  }

  private synchronized void record(List<JsonObject> decisions, boolean isDurable) {
    unwritten.addAll(decisions);
    while (unwritten.size() > DecisionLog.MAXIMUM_COUNT) unwritten.remove(0);
    if (unwritten.isEmpty()) return;
    try {
      write(isDurable);
      unwritten.clear();
    } catch (ErosException error) {
      // They are written with the next decision.
    }
  }

  private void write(boolean isDurable) throws ErosException {
    Folder folder = Folder.open(sandbox.path);
    String path = folder.path(DecisionLog.NAME);
    FileStatus status = folder.status(DecisionLog.NAME);
    long size = status == null ? 0 : status.size;
    // Writing the file again needs a sync, which a launch must not wait for.
    if (!isDurable && size >= DecisionLog.MAXIMUM_LENGTH) return;
    if (isDurable && size >= DecisionLog.COMPACTED_LENGTH) {
      DecisionLog log = read(folder);
      for (JsonObject decision : unwritten) log.add(decision);
      folder.replaceFile(DecisionLog.NAME, log.bytes(), folder, null);
      return;
    }
    FileDescriptor file = Disk.openForAppending(path);
    try {
      Disk.append(file, path, DecisionLog.lines(unwritten));
      if (isDurable) Disk.sync(file, path);
    } finally {
      Disk.close(file);
    }
  }

  /** Reads the file: a missing file is empty, and only the end of a too long file is read. */
  private static DecisionLog read(Folder folder) throws ErosException {
    DecisionLog log = new DecisionLog();
    if (!folder.has(DecisionLog.NAME)) return log;
    try (OpenFile file = folder.openFile(DecisionLog.NAME)) {
      int count = (int) Math.min(file.size(), 2 * DecisionLog.MAXIMUM_LENGTH);
      log.addLines(file.read(file.size() - count, count));
      return log;
    }
  }

  // The document

  /** Returns the last decisions and the state that they led to; an error of the folder becomes a field. */
  String document(long now) {
    SandboxState state = new SandboxState();
    String failure = null;
    try {
      state = sandbox.currentState();
    } catch (ErosException error) {
      failure = Decision.reason(error);
    }
    DecisionLog log = new DecisionLog();
    try {
      log = stored();
    } catch (ErosException error) {
      if (failure == null) failure = Decision.reason(error);
    }
    addUnwritten(log);
    JsonObject trust = TrustFolder.summary(sandbox.path);
    return document(
        now, state, app, failure, log, disk(), DeviceFolder.record(sandbox.path).summary(),
        trust == null ? JsonValue.NULL : JsonValue.of(trust));
  }

  private DecisionLog stored() throws ErosException {
    return new File(sandbox.path).exists() ? read(Folder.open(sandbox.path)) : new DecisionLog();
  }

  private synchronized void addUnwritten(DecisionLog log) {
    for (JsonObject decision : unwritten) log.add(decision);
  }

  /**
   * Returns the last decisions; a damaged file is empty.
   *
   * @throws ErosException if the file cannot be read now
   */
  DecisionLog logUnlessUnreadable() throws ErosException {
    DecisionLog log = new DecisionLog();
    try {
      log = stored();
    } catch (FileException error) {
      if (!error.indicatesDamage()) throw error;
    }
    addUnwritten(log);
    return log;
  }

  /** Returns the document about a state; {@code app} is {@code null} for the app of the last launch. */
  static String document(
      long now, SandboxState state, NativeApp app, String failure, DecisionLog log, JsonValue disk,
      JsonValue channels, JsonValue trust) {
    SandboxState shown = state.withoutTokens();
    if (app != null) shown.app = app;
    List<JsonValue> decisions = new ArrayList<JsonValue>();
    for (JsonObject decision : log.decisions) decisions.add(JsonValue.of(decision));
    JsonObject object = new JsonObject().put("channels", channels)
        .put("created", UtcTime.text(now)).put("decisions", JsonValue.of(decisions))
        .put("disk", disk).put("state", StateJson.write(shown))
        .put("stateFailure", JsonValue.of(failure)).put("trust", trust)
        .put("version", VERSION);
    return JsonWriter.pretty(JsonValue.of(object));
  }

  private JsonValue disk() {
    File folder = new File(sandbox.path);
    if (!folder.isDirectory()) return JsonValue.NULL;
    long free = 0;
    try {
      // At most 1 GiB, so that it does not identify the device.
      free = Math.min(Disk.freeSpace(sandbox.path) >> 20, MAXIMUM_FREE);
    } catch (FileException error) {
      // The document says 0, as the Swift library's.
    }
    return JsonValue.of(
        new JsonObject().put("freeMiB", free).put("writable", JsonValue.of(folder.canWrite())));
  }
}
