package com.eros.device;

import java.util.ArrayList;
import java.util.List;

/** A snapshot of a sandbox, with the fields of {@code eros status --json}. */
final class SandboxStatus {
  /** The maximum number of reads if the state changes during verification. */
  private static final int MAXIMUM_READS = 5;

  private final Sandbox sandbox;
  private final boolean isVerified;
  private SandboxState state;
  private List<Finding> findings;

  private SandboxStatus(Sandbox sandbox, boolean isVerified) {
    this.sandbox = sandbox;
    this.isVerified = isVerified;
  }

  /**
   * Reads the state without taking the lock.
   *
   * @param sandbox the sandbox
   * @param verifies whether every byte of every referenced release is verified; otherwise findings about the
   *     state files are warnings, because a launch repairs them
   */
  static SandboxStatus read(Sandbox sandbox, boolean verifies) throws ErosException {
    Folder root = sandbox.openRoot();
    if (!SandboxFolder.isSandbox(root)) throw SandboxFolder.missing(root);
    SandboxStatus status = new SandboxStatus(sandbox, verifies);
    for (int attempt = 0; attempt < MAXIMUM_READS; attempt++) {
      StateFiles files = StateFiles.read(root);
      status.state = files.state();
      status.findings = stateFindings(files, verifies);
      if (!verifies) return status;
      status.addReleaseFindings(root);
      // Another process may have deleted a release during verification.
      boolean isStable = status.findings.isEmpty()
          || Value.areEqual(StateFiles.read(root).state(), status.state);
      if (isStable) return status;
    }
    throw SandboxException.busy(sandbox.path);
  }

  private static List<Finding> stateFindings(StateFiles files, boolean isError) {
    List<Finding> findings = new ArrayList<Finding>();
    for (int index = 0; index < StateFiles.NAMES.length; index++) {
      if (files.isDamaged(index)) {
        findings.add(
            new Finding(
                FindingCode.STATE_DAMAGED, isError, StateFiles.NAMES[index],
                "invalid or truncated; its contents are ignored"));
      }
    }
    if (files.state() == null) {
      findings.add(
          new Finding(
              FindingCode.STATE_LOST, isError, StateFiles.NAMES[0],
              "no valid state file found; the next start rebuilds the state"));
    }
    return findings;
  }

  private void addReleaseFindings(Folder root) throws ErosException {
    ReleaseStore store = new ReleaseStore(root, sandbox.verifier);
    store.folder();
    if (state == null) return;
    for (String tree : state.references()) {
      InstalledRelease release = state.release(tree);
      if (release != null) findings.addAll(new ReleaseCheck(store).damagedFiles(release));
    }
    String target = root.linkTarget(LockedSandbox.CURRENT);
    boolean isWrong = state.active != null && target != null
        && !target.equals(ReleaseStore.path(state.active));
    if (isWrong) {
      findings.add(
          new Finding(
              FindingCode.LINK_WRONG, LockedSandbox.CURRENT,
              "does not point to the active release"));
    }
  }

  // JSON

  JsonValue json() {
    SandboxState recorded = state == null ? new SandboxState() : state;
    List<JsonValue> blocked = new ArrayList<JsonValue>();
    for (SandboxState.Blocked entry : recorded.blocked) {
      blocked.add(JsonValue.of(StateJson.write(entry).sorted()));
    }
    List<JsonValue> confirmed = new ArrayList<JsonValue>();
    for (InstalledRelease release : recorded.confirmed) confirmed.add(json(release));
    List<JsonValue> found = new ArrayList<JsonValue>();
    for (Finding finding : findings) found.add(json(finding));
    NativeVersion waitsFor = recorded.pendingWaitsFor();
    return JsonValue.of(
        new JsonObject().put("active", JsonValue.of(recorded.active))
            .put("app", json(recorded.app)).put("blocked", JsonValue.of(blocked))
            .put("confirmed", JsonValue.of(confirmed))
            .put("embedded", json(recorded.embedded))
            .put("failed", JsonValue.of(recorded.failed)).put("findings", JsonValue.of(found))
            .put("intact", isVerified ? JsonValue.of(findings.isEmpty()) : JsonValue.NULL)
            .put("next", next()).put("pending", json(recorded.pending))
            .put("stateLost", JsonValue.of(state == null)).put("trial", json(recorded.trial))
            .put(
                "waitsForAppVersion",
                JsonValue.of(waitsFor == null ? null : waitsFor.text)));
  }

  /** Returns the release that the next foreground launch of the same app runs, if no file is damaged. */
  private JsonValue next() {
    if (state == null) return JsonValue.NULL;
    SandboxEvent.Start start = new SandboxEvent.Start("", 0);
    SandboxRun run = state.step(SandboxEvent.launch(start)).run;
    if (run == null) return JsonValue.NULL;
    return JsonValue.of(
        new JsonObject().put("reason", run.reason).put("release", run.release));
  }

  private JsonValue json(Finding finding) {
    String severity = finding.isError ? "error" : "warning";
    return JsonValue.of(
        new JsonObject().put("code", finding.code.text).put("column", JsonValue.NULL)
            .put("file", sandbox.path + "/" + finding.subject).put("line", JsonValue.NULL)
            .put("message", finding.message).put("remedy", JsonValue.of(remedy(finding.code)))
            .put("severity", severity).put("subject", JsonValue.NULL));
  }

  private static String remedy(FindingCode code) {
    switch (code) {
      case STATE_LOST:
        return null;
      case STATE_DAMAGED:
      case LINK_WRONG:
        return "the next launch writes it again";
      default:
        return "the next launch repairs the release, or runs another one";
    }
  }

  private static JsonValue json(NativeApp app) {
    if (app == null) return JsonValue.NULL;
    return JsonValue.of(
        new JsonObject().put("platform", JsonValue.of(app.platform))
            .put("version", app.version.text));
  }

  private static JsonValue json(InstalledRelease release) {
    if (release == null) return JsonValue.NULL;
    return JsonValue.of(
        new JsonObject().put("android", JsonValue.of(release.android))
            .put("iOS", JsonValue.of(release.iOS)).put("release", release.tree)
            .put("timestamp", UtcTime.longText(release.timestamp)));
  }

  private static JsonValue json(SandboxState.Embedded embedded) {
    if (embedded == null) return JsonValue.NULL;
    NativeApp app = embedded.app;
    return JsonValue.of(
        new JsonObject()
            .put("appVersion", JsonValue.of(app == null ? null : app.version.text))
            .put("platform", JsonValue.of(app == null ? null : app.platform))
            .put("release", embedded.release.tree)
            .put("timestamp", UtcTime.longText(embedded.release.timestamp)));
  }

  private static JsonValue json(SandboxState.Trial trial) {
    if (trial == null) return JsonValue.NULL;
    return JsonValue.of(
        new JsonObject().put("attempts", trial.attempts).put("release", trial.release.tree)
            .put("startedAt", UtcTime.longText(trial.startedAt)));
  }
}
