package com.eros.device;

import java.util.HashSet;
import java.util.Set;

/** A sandbox with its lock held, which performs the actions of {@link SandboxState#step}. */
final class LockedSandbox implements AutoCloseable {
  static final String CURRENT = "current";

  final ReleaseStore store;
  SandboxState state;
  /** The state when the lock was taken. */
  final SandboxState initialState;
  /** Whether the state was rebuilt because neither state file was readable. */
  final boolean isRebuilt;
  /** The error of the last attempt to update the links, or {@code null}. */
  ErosException linkError;

  private final Folder root;
  private final FolderLock lock;
  private final StateFiles files;
  /** Whether the state differs from the state files. */
  private boolean isUnrecorded;
  /** The releases that were fully verified while this lock was held. */
  private final Set<String> verified = new HashSet<String>();

  /**
   * Takes the lock, deletes the files of interrupted commands, and reads the state.
   *
   * <p>If neither state file is valid, the state is rebuilt from the intact releases.
   */
  LockedSandbox(Folder root, BundleVerifier verifier, long lockTimeout) throws ErosException {
    this.root = root;
    FileStatus present = root.status(Folder.LOCK);
    if (present != null && (present.isFolder || present.isLink)) {
      throw SandboxException.pathOccupied(root.path(Folder.LOCK));
    }
    lock = FolderLock.take(root, lockTimeout);
    if (lock == null) throw SandboxException.busy(root.path);
    boolean isOpen = false;
    try {
      store = new ReleaseStore(root, verifier);
      files = StateFiles.read(root);
      root.removeStagedFiles();
      Folder releases = store.folder();
      if (releases != null) store.staging.restoreExchanged(releases);
      store.staging.clear();
      SandboxState recorded = files.state();
      state = recorded != null ? recorded : StateRebuild.rebuild(store, false);
      initialState = state;
      isRebuilt = recorded == null && !state.equals(new SandboxState());
      isUnrecorded = isRebuilt;
      isOpen = true;
    } finally {
      if (!isOpen) lock.release();
    }
  }

  /** Deletes unfinished items and releases the lock. */
  @Override
  public void close() {
    try {
      store.staging.clear();
    } finally {
      lock.release();
    }
  }

  // Events

  /** Returns the result of an event, without performing it. */
  SandboxStep preview(SandboxEvent event) {
    return state.step(event);
  }

  /** Applies an event to the state in memory; the next {@link #perform} records it. */
  void apply(SandboxEvent event) {
    SandboxStep step = state.step(event);
    state = step.next;
    isUnrecorded |= step.mustRecord;
  }

  /** Applies an event and performs its actions. */
  SandboxStep perform(SandboxEvent event) throws ErosException {
    SandboxStep step = state.step(event);
    if (isUnrecorded || step.mustRecord) {
      store.restrict(step.next);
      files.write(step.next);
      isUnrecorded = false;
    } else if (files.hasDamaged()) {
      // The other file contains the state already.
      try {
        files.write(step.next);
      } catch (ErosException error) {
        // The next command tries again.
      }
    }
    state = step.next;
    store.updateMarks(step.next);
    if (step.next.active != null) link(step.next.active);
    if (step.kept != null) store.collect(step.kept);
    return step;
  }

  // Releases

  /** A step that needs space. */
  interface SpaceUser<T> {
    T run() throws ErosException;
  }

  /** Runs a step, and if the disk is full, deletes the release that failed last and runs it again. */
  <T> T freeingSpace(SpaceUser<T> user) throws ErosException {
    try {
      return user.run();
    } catch (FileException error) {
      if (!error.isDiskFull() || state.failed == null) throw error;
      perform(SandboxEvent.of(SandboxEvent.Kind.DISCARD_FAILED, null));
      store.staging.clear();
      return user.run();
    }
  }

  /** Installs the embedded bundle, unless it is already recorded, and adds it to a launch. */
  void installEmbedded(final DeliveredBundle bundle, SandboxEvent.Start start)
      throws ErosException {
    SandboxState.Embedded known = state.embedded;
    if (known != null && bundle.source().equals(known.source)) {
      start.embedded = known.release;
      start.source = known.source;
      return;
    }
    // The embedded bundle is trusted, so it has no mark.
    ReleaseStore.Staged staged = freeingSpace(
        new SpaceUser<ReleaseStore.Staged>() {
          @Override
          public ReleaseStore.Staged run() throws ErosException {
            return store.stage(bundle, ReleaseStore.UNMARKED);
          }
        });
    InstalledRelease release = store.commit(staged, false);
    apply(SandboxEvent.repaired(release));
    verified.add(release.tree);
    start.embedded = release;
    start.source = staged.source;
  }

  /** Verifies and repairs a release, unless it was verified while this lock was held. */
  ReleaseRepair.Integrity verifyAndRepair(InstalledRelease release, DeliveredBundle bundle)
      throws ErosException {
    if (verified.contains(release.tree)) return ReleaseRepair.Integrity.INTACT;
    return new ReleaseRepair(store).verifyAndRepair(release, bundle);
  }

  // Links

  /** Points the links at the paths of the old layout to a release. */
  private void link(String tree) {
    try {
      set(CURRENT, ReleaseStore.path(tree));
      for (String part : ReleaseStore.PARTS) set(part, CURRENT + "/" + part);
    } catch (FileException error) {
      linkError = error;
    }
  }

  private void set(String name, String target) throws FileException {
    String present = root.linkTarget(name);
    if (target.equals(present)) return;
    // The sandbox creates only links with these names, so any other file is unknown.
    if (present == null && root.has(name)) throw FileException.exists(root.path(name));
    root.link(name, target);
  }
}
