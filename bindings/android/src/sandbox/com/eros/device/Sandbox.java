package com.eros.device;

import com.eros.device.SandboxEvent.Kind;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.List;

/**
 * A folder that stores the releases of an app and survives a crash at any instant.
 *
 * <p>A release is unpacked and verified in {@code staging/}, synced, and then moved to {@code releases/} by
 * one rename. The state is written last. {@code docs/sandbox.md} describes the layout.
 */
final class Sandbox {
  final String path;
  final BundleVerifier verifier;
  final long lockTimeout;
  /** Whether the owners and permissions of files count. */
  private final boolean storageHasOwners;

  Sandbox(String path, BundleVerifier verifier, long lockTimeout, boolean storageHasOwners) {
    this.path = path;
    this.verifier = verifier;
    this.lockTimeout = lockTimeout;
    this.storageHasOwners = storageHasOwners;
  }

  /** The result of a launch. */
  static final class Launched {
    final SandboxRun run;
    final List<SandboxNote> notes;

    Launched(SandboxRun run, List<SandboxNote> notes) {
      this.run = run;
      this.notes = notes;
    }

    /** Returns the first error that prevented part of the launch, or {@code null}. */
    ErosException failure() {
      return Sandbox.failure(notes);
    }

    /** Returns whether a release was damaged, or the state was lost. */
    boolean hasDamage() {
      for (SandboxNote note : notes) {
        if (note.kind == SandboxNote.Kind.STATE_LOST || note.kind == SandboxNote.Kind.REPAIRED
            || note.kind == SandboxNote.Kind.REMOVED) {
          return true;
        }
      }
      return false;
    }
  }

  private static ErosException failure(List<SandboxNote> notes) {
    for (SandboxNote note : notes) if (note.failure != null) return note.failure;
    return null;
  }

  /** Returns a random token with 126 bits of entropy. */
  static String freshToken() {
    SecureRandom random = new SecureRandom();
    return Long.toHexString(random.nextLong() | Long.MIN_VALUE)
        + Long.toHexString(random.nextLong() | Long.MIN_VALUE);
  }

  String pagesPath(String tree) {
    return path + "/" + ReleaseStore.path(tree) + "/" + ReleaseStore.PAGES;
  }

  // Launching

  /**
   * Chooses the release to run and verifies every byte of it; when this returns, the choice is durable.
   *
   * <p>If the embedded bundle cannot be installed, or the choice cannot be verified, repaired or recorded, an
   * intact release that is known to work runs, and a note of the result has the error.
   *
   * @param files the embedded bundle, or {@code null}
   * @param start the launch, without the embedded release
   */
  Launched launch(BundleFiles files, SandboxEvent.Start start) throws ErosException {
    List<SandboxNote> notes = new ArrayList<SandboxNote>();
    DeliveredBundle bundle = null;
    try {
      if (files != null) bundle = DeliveredBundle.open(files);
    } catch (ErosException error) {
      notes.add(SandboxNote.embeddedBundleSkipped(error));
    }
    try {
      return launch(bundle, start, notes);
    } finally {
      if (bundle != null) bundle.close();
    }
  }

  private Launched launch(
      DeliveredBundle bundle, SandboxEvent.Start start, List<SandboxNote> notes)
      throws ErosException {
    if (bundle != null) Folder.createAll(path);
    LockedSandbox sandbox;
    try {
      sandbox = open(bundle != null);
    } catch (ErosException error) {
      // This version cannot interpret the state of a later one.
      boolean isLater = error instanceof SandboxException
          && ((SandboxException) error).kind == SandboxException.Kind.LATER_VERSION;
      if (isLater) throw error;
      return runKnownGood(start.app, null, error, notes);
    }
    try {
      if (bundle != null) {
        try {
          sandbox.installEmbedded(bundle, start);
        } catch (ErosException error) {
          notes.add(SandboxNote.embeddedBundleSkipped(error));
        }
      }
      return run(start, bundle, sandbox, notes);
    } catch (ErosException error) {
      return runKnownGood(start.app, sandbox, error, notes);
    } finally {
      sandbox.close();
    }
  }

  /** Chooses the release to run, verifies it, and records the choice. */
  private Launched run(
      SandboxEvent.Start requested, DeliveredBundle embedded, LockedSandbox sandbox,
      List<SandboxNote> earlier) throws ErosException {
    SandboxEvent.Start start = requested.copy();
    List<SandboxState.Blocked> blocked = sandbox.state.blocked;
    List<SandboxNote> damage = resolveDamage(start, embedded, sandbox);
    SandboxRun run = sandbox.preview(SandboxEvent.launch(start)).run;
    if (run == null) {
      // Without another release to run, the removals are not recorded.
      ErosException failure = failure(earlier);
      if (failure != null) throw failure;
      if (!damage.isEmpty()) throw SandboxException.damaged(path, damage.get(0).release);
      throw SandboxException.empty(path);
    }
    sandbox.perform(SandboxEvent.launch(start));
    boolean isRecovered = !damage.isEmpty() && !run.reason.equals(SandboxRun.TRIAL);
    String reason = isRecovered ? SandboxRun.RECOVERED : run.reason;
    List<SandboxNote> notes = new ArrayList<SandboxNote>(earlier);
    if (sandbox.isRebuilt && !reason.equals(SandboxRun.FIRST_RUN)) {
      notes.add(SandboxNote.stateLost());
    }
    notes.addAll(damage);
    for (SandboxState.Blocked entry : sandbox.state.blocked) {
      if (!blocked.contains(entry)) notes.add(SandboxNote.trialFailed(entry));
    }
    addNeedsNewerApp(run.release, sandbox.state, notes);
    if (sandbox.linkError != null) notes.add(SandboxNote.linksNotUpdated(sandbox.linkError));
    return new Launched(new SandboxRun(run.release, reason, run.token, run.previous), notes);
  }

  /** Repairs the selected release, or removes it and selects another one, until an intact one is selected. */
  private static List<SandboxNote> resolveDamage(
      SandboxEvent.Start start, DeliveredBundle embedded, LockedSandbox sandbox)
      throws ErosException {
    List<SandboxNote> damage = new ArrayList<SandboxNote>();
    while (true) {
      SandboxStep step = sandbox.preview(SandboxEvent.launch(start));
      InstalledRelease release =
          step.run == null ? null : step.next.release(step.run.release);
      if (release == null) return damage;
      boolean isEmbedded = start.embedded != null && release.tree.equals(start.embedded.tree);
      ReleaseRepair.Integrity integrity =
          sandbox.verifyAndRepair(release, isEmbedded ? embedded : null);
      if (integrity.repaired != null) {
        sandbox.apply(SandboxEvent.repaired(integrity.repaired));
        if (isEmbedded) start.embedded = integrity.repaired;
        damage.add(SandboxNote.repaired(release.tree));
        return damage;
      }
      if (!integrity.isLost) return damage;
      sandbox.apply(SandboxEvent.of(Kind.LOST, release.tree));
      // Otherwise the launch would record it again in each iteration.
      if (isEmbedded) start.embedded = null;
      damage.add(SandboxNote.removed(release.tree));
    }
  }

  private static void addNeedsNewerApp(
      String tree, SandboxState state, List<SandboxNote> notes) {
    InstalledRelease release = state.release(tree);
    if (state.app == null || release == null || release.runsOn(state.app)) return;
    notes.add(SandboxNote.needsNewerApp(tree, release.requirement(state.app)));
  }

  /** Returns the best intact release that is known to work, without changing the sandbox, or throws {@code error}. */
  private Launched runKnownGood(
      NativeApp app, LockedSandbox sandbox, ErosException error, List<SandboxNote> notes)
      throws ErosException {
    ErosException failure = failure(notes) != null ? failure(notes) : error;
    Folder root;
    try {
      root = openRoot();
      if (!SandboxFolder.isSandbox(root)) throw failure;
    } catch (ErosException unreadable) {
      throw failure;
    }
    ReleaseStore store = new ReleaseStore(root, verifier);
    try {
      if (store.folder() == null) throw error;
    } catch (ErosException unreadable) {
      throw error;
    }
    SandboxState found = sandbox != null
        ? sandbox.initialState : StateFiles.readSkippingUnreadable(root).state();
    if (found == null) found = StateRebuild.rebuild(store, true);
    SandboxState current = sandbox == null ? null : sandbox.state;
    for (InstalledRelease release : found.fallbacks(app != null ? app : found.app)) {
      // This call may have replaced it by a release with equal pages and another manifest.
      InstalledRelease other = current == null ? null : current.release(release.tree);
      if (!isIntact(release, store) && (other == null || !isIntact(other, store))) continue;
      boolean isActive = release.tree.equals(found.active);
      List<SandboxNote> all = new ArrayList<SandboxNote>(notes);
      all.add(SandboxNote.startIncomplete(error));
      return new Launched(
          new SandboxRun(
              release.tree, isActive ? SandboxRun.CONFIRMED : SandboxRun.RECOVERED, null,
              found.active),
          all);
    }
    throw failure;
  }

  private static boolean isIntact(InstalledRelease release, ReleaseStore store) {
    try {
      return new ReleaseCheck(store).intactPages(release) != null;
    } catch (ErosException error) {
      return false;
    }
  }

  /**
   * Switches a running app to the staged release, and verifies every byte of it.
   *
   * @return the release for further pages, or {@code null} if the app continues with its release
   */
  Launched applyNow(SandboxEvent.Start start) throws ErosException {
    try (LockedSandbox sandbox = open(false)) {
      SandboxEvent event = SandboxEvent.apply(start);
      SandboxStep step = sandbox.preview(event);
      InstalledRelease release =
          step.run == null ? null : step.next.release(step.run.release);
      if (release == null) {
        sandbox.perform(event);
        return null;
      }
      List<SandboxNote> notes = new ArrayList<SandboxNote>();
      ReleaseRepair.Integrity integrity = sandbox.verifyAndRepair(release, null);
      if (integrity.isLost) throw removeLost(release, sandbox);
      if (integrity.repaired != null) {
        sandbox.apply(SandboxEvent.repaired(integrity.repaired));
        notes.add(SandboxNote.repaired(release.tree));
      }
      sandbox.perform(event);
      if (sandbox.linkError != null) notes.add(SandboxNote.linksNotUpdated(sandbox.linkError));
      return new Launched(step.run, notes);
    }
  }

  /** Removes a staged release that is damaged; otherwise each call would verify it again. */
  private SandboxException removeLost(InstalledRelease release, LockedSandbox sandbox)
      throws ErosException {
    SandboxEvent lost = SandboxEvent.of(Kind.LOST, release.tree);
    if (sandbox.preview(lost).next.active != null) sandbox.perform(lost);
    return SandboxException.damaged(path, release.tree);
  }

  // Updates

  /** The result of staging a bundle. */
  static final class Staged {
    final String release;
    final Staging outcome;
    /** The app version that the release requires if the app is known to be older, or {@code null}. */
    final NativeVersion waitsFor;
    /** Whether the stored zip is identical to the delivered zip or to the target of the patch. */
    final boolean isIdentical;
    /** Whether the release waits for the end of a trial. */
    boolean waitsForTrial;

    private Staged(String release, Staging outcome, NativeVersion waitsFor, boolean isIdentical) {
      this.release = release;
      this.outcome = outcome;
      this.waitsFor = waitsFor;
      this.isIdentical = isIdentical;
    }
  }

  /**
   * Verifies a downloaded bundle or content delta and stages its release for the next launch.
   *
   * <p>When this returns, the staged release is durable. It replaces a pending release, but a trial in
   * progress continues. If the disk is full, the release that failed last is deleted.
   */
  Staged stage(BundleFiles files) throws ErosException {
    try (LockedSandbox sandbox = open(false)) {
      try (DeliveredBundle bundle = DeliveredBundle.open(files)) {
        return stage(bundle, null, 0, sandbox);
      }
    }
  }

  /**
   * Stages a bundle in a sandbox whose lock is held.
   *
   * @param expected the tree hash from signed metadata, or {@code null} to accept any release
   * @param retries the number of times that the publisher asked devices to try the release again
   */
  Staged stage(final DeliveredBundle bundle, String expected, int retries, LockedSandbox sandbox)
      throws ErosException {
    final PatchStaging staging = new PatchStaging(sandbox);
    ReleaseStore.Staged staged = sandbox.freeingSpace(
        new LockedSandbox.SpaceUser<ReleaseStore.Staged>() {
          @Override
          public ReleaseStore.Staged run() throws ErosException {
            return staging.stage(bundle);
          }
        });
    String tree = staged.release.tree;
    if (expected != null && !tree.equals(expected)) {
      throw SandboxException.unexpectedRelease(bundle.zip.path(), expected, tree);
    }
    SandboxRefusal refusal =
        sandbox.preview(SandboxEvent.stage(staged.release, retries)).refusal;
    if (refusal != null && refusal.kind == SandboxRefusal.Kind.BLOCKED) {
      throw SandboxException.blocked(bundle.zip.path(), sandbox.state.blocked(tree));
    }
    // A working release is not replaced by a release with equal pages and another manifest.
    boolean keepsIntact = sandbox.state.isKnownGood(tree) || sandbox.state.isOnTrial(tree);
    InstalledRelease release = sandbox.store.commit(staged, keepsIntact);
    // The new release may have replaced a damaged release with another manifest.
    sandbox.apply(SandboxEvent.repaired(release));
    Staging outcome =
        outcome(sandbox.perform(SandboxEvent.stage(release, retries)).refusal);
    NativeVersion waitsFor = outcome == Staging.STAGED ? sandbox.state.pendingWaitsFor() : null;
    boolean isIdentical = staging.isIdentical && release.zip.equals(staged.release.zip);
    Staged result = new Staged(tree, outcome, waitsFor, isIdentical);
    result.waitsForTrial = outcome == Staging.STAGED && sandbox.state.trial != null;
    return result;
  }

  private static Staging outcome(SandboxRefusal refusal) {
    if (refusal == null) return Staging.STAGED;
    return refusal.kind == SandboxRefusal.Kind.ALREADY_ON_TRIAL
        ? Staging.ALREADY_ON_TRIAL : Staging.ALREADY_ACTIVE;
  }

  /**
   * Records that the release on trial works; when this returns, the confirmation is durable.
   *
   * @return the confirmed release, or {@code null} if the token does not belong to the current trial
   */
  String confirm(String token) throws ErosException {
    try (LockedSandbox sandbox = open(false)) {
      SandboxStep step = sandbox.perform(SandboxEvent.of(Kind.CONFIRM, token));
      if (step.refusal != null) return null;
      SandboxState.Confirmed last = sandbox.state.lastConfirmed;
      return last != null && last.token.equals(token) ? last.release : sandbox.state.active;
    }
  }

  /**
   * Rolls back to a release that is known to work; the next launch runs it, and a release on trial is blocked.
   *
   * @param target a tree hash or a target of {@link SandboxEvent}
   * @return the release that was active before, or {@code null}
   */
  String rollBack(String target) throws ErosException {
    try (LockedSandbox sandbox = open(false)) {
      return rollBack(target, sandbox);
    }
  }

  /**
   * Blocks the release on trial, because it failed.
   *
   * @return the blocked release, or {@code null} if the token does not belong to the current trial
   */
  String fail(String token) throws ErosException {
    try (LockedSandbox sandbox = open(false)) {
      SandboxState.Trial trial = sandbox.state.trial;
      if (trial == null || !trial.token.equals(token)) return null;
      rollBack(SandboxEvent.PREVIOUS, sandbox);
      return trial.release.tree;
    }
  }

  private String rollBack(String target, LockedSandbox sandbox) throws ErosException {
    String previous = sandbox.state.active;
    SandboxStep step = sandbox.preview(SandboxEvent.of(Kind.ROLLBACK, target));
    if (step.refusal != null) throw SandboxException.cannotRollBack(path, step.refusal);
    InstalledRelease release = step.next.release(step.next.active);
    ReleaseRepair.Integrity integrity = sandbox.verifyAndRepair(release, null);
    if (integrity.isLost) throw SandboxException.damaged(path, release.tree);
    if (integrity.repaired != null) {
      sandbox.apply(SandboxEvent.repaired(integrity.repaired));
    }
    sandbox.perform(SandboxEvent.of(Kind.ROLLBACK, target));
    return previous;
  }

  /**
   * Forgets that a release failed its trial or was rolled back, so that an update can select it.
   *
   * @param tree the release, or {@code null} for all releases
   * @return the releases that were blocked or rolled back before
   */
  List<String> unblock(String tree) throws ErosException {
    try (LockedSandbox sandbox = open(false)) {
      List<String> unblocked = sandbox.state.avoided();
      sandbox.perform(SandboxEvent.of(Kind.UNBLOCK, tree));
      unblocked.removeAll(sandbox.state.avoided());
      return unblocked;
    }
  }

  // Adoption

  /**
   * Installs the release of a client without a sandbox, which is only read.
   *
   * <p>The release is installed completely or not at all; after an interruption, the next call completes it.
   */
  Adoption adopt(String folder, NativeApp app, long now) throws ErosException {
    if (hasRecordedRelease()) return Adoption.ALREADY_INSTALLED;
    OldInstallation old = OldInstallation.open(folder);
    if (old == null) return Adoption.NOTHING_TO_ADOPT;
    Folder.createAll(path);
    try (LockedSandbox sandbox = open(true)) {
      // Another process may have installed a release before the lock was taken.
      if (hasRecordedRelease()) return Adoption.ALREADY_INSTALLED;
      SandboxEvent.Start start = new SandboxEvent.Start(freshToken(), now);
      start.app = app;
      // No user sees this launch, so it does not try a release.
      start.isForeground = false;
      adopt(old, start, sandbox, folder);
      return Adoption.ADOPTED;
    }
  }

  private void adopt(
      OldInstallation old, SandboxEvent.Start start, LockedSandbox sandbox, String folder)
      throws ErosException {
    Folder root = sandbox.store.root;
    String name = Folder.stagedName("adopted.zip");
    OpenFile zip = null;
    try {
      old.pack(root.newFile(name));
      zip = root.openFile(name);
      DeliveredBundle bundle = new DeliveredBundle(zip, old.manifest, null);
      sandbox.installEmbedded(bundle, start);
      run(start, bundle, sandbox, new ArrayList<SandboxNote>());
    } catch (SandboxException error) {
      if (error.kind != SandboxException.Kind.NOT_VERIFIED) throw error;
      // The error names a temporary zip.
      throw SandboxException.notAdopted(folder, error.report);
    } finally {
      if (zip != null) zip.close();
      root.removeQuietly(name);
    }
  }

  /** Returns whether the sandbox has a release and a record of it. */
  private boolean hasRecordedRelease() throws ErosException {
    try {
      return SandboxFolder.hasRecord(openRoot());
    } catch (SandboxException error) {
      if (error.kind == SandboxException.Kind.EMPTY) return false;
      throw error;
    }
  }

  // Opening

  /** Opens the sandbox and takes its lock. */
  LockedSandbox open(boolean canBeNew) throws ErosException {
    Folder root = openRoot();
    if (!SandboxFolder.isSandbox(root)) {
      if (!canBeNew) throw SandboxFolder.missing(root);
      SandboxFolder.checkEmpty(root);
    }
    return new LockedSandbox(root, verifier, lockTimeout);
  }

  /** Opens the folder; one that another user can change is an error. */
  Folder openRoot() throws ErosException {
    Folder root;
    try {
      root = Folder.open(path);
    } catch (FileException error) {
      throw error.isMissing() ? SandboxException.empty(path) : error;
    }
    if (storageHasOwners) FolderControl.check(root);
    return root;
  }

  /** Returns the recorded state without taking the lock; a missing or empty folder has an empty state. */
  SandboxState currentState() throws ErosException {
    Folder root;
    try {
      root = openRoot();
    } catch (SandboxException error) {
      if (error.kind == SandboxException.Kind.EMPTY) return new SandboxState();
      throw error;
    }
    if (!SandboxFolder.isSandbox(root)) {
      SandboxFolder.checkEmpty(root);
      return new SandboxState();
    }
    SandboxState state = StateFiles.read(root).state();
    if (state != null) return state;
    return StateRebuild.rebuild(new ReleaseStore(root, verifier), false);
  }
}
