package com.eros.device;

import java.util.HashSet;
import java.util.Set;

/** The releases that a device still has, as updates need them. */
final class KeptReleases {
  private final Sandbox sandbox;

  KeptReleases(Sandbox sandbox) {
    this.sandbox = sandbox;
  }

  private ReleaseStore store() throws ErosException {
    return new ReleaseStore(sandbox.openRoot(), sandbox.verifier);
  }

  /**
   * Returns the zip of a release that is still on the disk, or {@code null} if the zip is damaged or of another build.
   *
   * <p>A device can stage it again instead of a download. Staging verifies it once more.
   *
   * @param built the build time in the manifest: two builds with the same files can need different apps
   */
  DeliveredBundle bundle(String tree, long built) throws ErosException {
    if (!sandbox.currentState().references().contains(tree)) return null;
    ReleaseStore store = store();
    InstalledRelease release = new ReleaseCheck(store).identify(tree);
    if (release == null || release.timestamp != built) return null;
    try {
      return new DeliveredBundle(store.folder(tree).openFile(ReleaseStore.ZIP), null, null);
    } catch (FileException error) {
      if (error.indicatesDamage()) return null;
      throw error;
    }
  }

  /**
   * Returns the releases of a state whose files are lost, for example after someone deleted them.
   *
   * <p>The state alone does not show it, and a launch finds it only later. The files are not read, and a release that
   * cannot be examined counts as present: a launch tells why it cannot run.
   */
  Set<String> lost(SandboxState state) {
    Set<String> lost = new HashSet<String>();
    ReleaseCheck check;
    try {
      check = new ReleaseCheck(store());
    } catch (ErosException error) {
      return lost;
    }
    for (InstalledRelease release : state.releases()) {
      try {
        if (!check.canRun(release)) lost.add(release.tree);
      } catch (ErosException error) {
        // It cannot be examined now.
      }
    }
    return lost;
  }

  /** Returns whether the files of the release that failed last match its tree hash. */
  boolean isFailedIntact(String tree) throws ErosException {
    return new ReleaseCheck(store()).intactPages(tree) != null;
  }

  /** Returns a lower bound on the bytes freed by deleting the release that failed last. */
  long sizeOfFailed() throws ErosException {
    SandboxState state = sandbox.currentState();
    if (state.failed == null) return 0;
    SandboxState remaining = state.copy();
    remaining.failed = null;
    return remaining.references().contains(state.failed) ? 0 : new ReleaseCheck(store()).size(state.failed);
  }

  /**
   * Deletes the release that failed last, because its space is needed; it stays blocked.
   *
   * @return whether the sandbox had such a release
   */
  boolean discardFailed() throws ErosException {
    if (sandbox.currentState().failed == null) return false;
    try (LockedSandbox locked = sandbox.open(false)) {
      if (locked.state.failed == null) return false;
      locked.perform(SandboxEvent.of(SandboxEvent.Kind.DISCARD_FAILED, null));
      return true;
    }
  }

  /**
   * Removes a staged release whose channel or store the device has left, unless no other release can run.
   *
   * @return the state afterwards
   */
  SandboxState unstage(String tree) throws ErosException {
    try (LockedSandbox locked = sandbox.open(false)) {
      locked.perform(SandboxEvent.of(SandboxEvent.Kind.UNSTAGE, tree));
      return locked.state;
    }
  }
}
