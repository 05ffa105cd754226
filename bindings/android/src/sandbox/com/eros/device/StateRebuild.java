package com.eros.device;

import com.eros.device.SandboxState.Blocked;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;

/** The state of a sandbox whose state files are lost, from its releases and their marks. */
final class StateRebuild {
  private static final Comparator<InstalledRelease> NEWEST_FIRST =
      new Comparator<InstalledRelease>() {
        @Override
        public int compare(InstalledRelease left, InstalledRelease right) {
          if (left.timestamp != right.timestamp) {
            return left.timestamp > right.timestamp ? -1 : 1;
          }
          return right.tree.compareTo(left.tree);
        }
      };

  private final ReleaseStore store;
  private final ReleaseCheck check;
  private final SandboxState state = new SandboxState();
  private final List<InstalledRelease> unconfirmed = new ArrayList<InstalledRelease>();
  private final List<InstalledRelease> withdrawn = new ArrayList<InstalledRelease>();

  private StateRebuild(ReleaseStore store) {
    this.store = store;
    check = new ReleaseCheck(store);
  }

  /**
   * Rebuilds the state.
   *
   * <p>Releases without a mark count as confirmed, newest first, followed by withdrawn releases. The newest
   * unconfirmed release is pending if it is newer than the confirmed ones. Blocked releases stay blocked.
   *
   * @param store the releases
   * @param skipsUnreadable whether an unreadable release counts as missing; otherwise it is an error
   */
  static SandboxState rebuild(ReleaseStore store, boolean skipsUnreadable) throws ErosException {
    StateRebuild rebuild = new StateRebuild(store);
    for (String tree : store.present()) {
      try {
        rebuild.add(tree);
      } catch (ErosException error) {
        if (!skipsUnreadable) throw error;
      }
    }
    rebuild.finish();
    return rebuild.state;
  }

  private void add(String tree) throws ErosException {
    ReleaseMark mark = store.mark(tree);
    if (mark != null && mark.blocked != null) {
      state.blocked.add(new Blocked(tree, mark.blocked.reason, mark.blocked.count));
      return;
    }
    InstalledRelease release = check.identify(tree);
    if (release == null) return;
    if (mark == null) {
      state.confirmed.add(release);
    } else if (mark.equals(ReleaseMark.WITHDRAWN)) {
      withdrawn.add(release);
    } else {
      unconfirmed.add(release);
    }
  }

  private void finish() {
    Collections.sort(state.confirmed, NEWEST_FIRST);
    Collections.sort(unconfirmed, NEWEST_FIRST);
    InstalledRelease newest = unconfirmed.isEmpty() ? null : unconfirmed.get(0);
    boolean isNewest = newest != null
        && (state.confirmed.isEmpty()
            || NEWEST_FIRST.compare(newest, state.confirmed.get(0)) < 0);
    if (isNewest) state.pending = newest;
    for (InstalledRelease release : withdrawn) state.withdrawn.add(release.tree);
    Collections.sort(withdrawn, NEWEST_FIRST);
    state.confirmed.addAll(withdrawn);
    while (state.blocked.size() > SandboxState.MAXIMUM_BLOCKED) {
      state.blocked.remove(state.blocked.size() - 1);
    }
    if (!state.blocked.isEmpty()) state.failed = state.blocked.get(0).release;
  }
}
