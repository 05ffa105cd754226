package com.eros.device;

import java.util.Arrays;
import java.util.HashSet;
import java.util.Set;

/**
 * The subfolder {@code staging} of a sandbox, for all unfinished items.
 *
 * <p>Only a process that holds the lock of the sandbox may change it.
 */
final class StagingArea {
  static final String NAME = "staging";

  private final Folder root;

  StagingArea(Folder root) {
    this.root = root;
  }

  /** Creates an empty staged folder; its name is a number. */
  Folder create() throws FileException {
    Folder staging = root.folder(NAME);
    return staging.newFolder(unusedName(staging));
  }

  /** Deletes a staged folder, as far as possible. */
  void removeQuietly(Folder staged) {
    try {
      remove(staged);
    } catch (FileException error) {
      // The next command deletes it.
    }
  }

  void remove(Folder staged) throws FileException {
    root.openFolder(NAME).removeTree(name(staged));
  }

  /**
   * Moves a staged folder to {@code folder} and syncs it.
   *
   * <p>An existing item of the new name is exchanged with the staged folder, so it stays here.
   */
  void commit(Folder staged, String newName, Folder folder) throws FileException {
    Folder staging = root.openFolder(NAME);
    if (folder.has(newName)) {
      folder.exchange(newName, name(staged), staging);
    } else {
      staging.rename(name(staged), newName, folder);
    }
    folder.sync();
  }

  /**
   * Moves the releases that an interrupted exchange left here back to {@code folder}.
   *
   * <p>A damaged item, and an item that cannot be deleted, stays here.
   *
   * @throws FileException if an item cannot be moved now; the caller must not take it for lost
   */
  void restoreExchanged(Folder folder) throws FileException {
    Folder staging;
    String[] names;
    try {
      staging = root.openFolder(NAME);
      names = staging.names();
    } catch (FileException error) {
      if (error.indicatesDamage()) return;
      throw error;
    }
    for (String aside : names) {
      String name = Folder.nameOfAside(aside);
      if (name == null) continue;
      if (Hex.isSha256(name) && !folder.has(name)) {
        restore(aside, name, staging, folder);
      } else {
        staging.removeQuietly(aside);
      }
    }
  }

  private static void restore(String aside, String name, Folder staging, Folder folder)
      throws FileException {
    try {
      staging.rename(aside, name, folder);
    } catch (FileException error) {
      if (!error.indicatesDamage()) throw error;
    }
  }

  /** Removes an item from {@code folder} atomically by moving it here, and then deletes it. */
  void discard(String name, Folder folder) throws FileException {
    Folder staging = root.folder(NAME);
    String discarded = unusedName(staging);
    folder.rename(name, discarded, staging);
    staging.removeTree(discarded);
  }

  /** Returns whether every item here may come from an interrupted command. */
  boolean containsOnlyOwnEntries() throws FileException {
    String[] names;
    try {
      names = root.openFolder(NAME).names();
    } catch (FileException error) {
      if (error.isMissing()) return true;
      throw error;
    }
    // A lock is created before the first item.
    if (!root.has(Folder.LOCK)) return names.length == 0;
    for (String name : names) {
      boolean isOwn = name.matches("[0-9]{1,18}") || Folder.nameOfAside(name) != null || Folder.isRemoved(name);
      if (!isOwn) return false;
    }
    return true;
  }

  /**
   * Deletes all items except those that still have to be restored, as far as possible.
   *
   * <p>If the items cannot be listed, they stay, because one of them may be the only copy of a release.
   */
  void clear() {
    try {
      boolean hasExchanged = false;
      Folder staging = openIfIntact();
      if (staging != null) {
        for (String name : staging.names()) {
          if (Folder.nameOfAside(name) != null) {
            hasExchanged = true;
          } else {
            staging.removeQuietly(name);
          }
        }
      }
      if (!hasExchanged) root.removeQuietly(NAME);
    } catch (FileException error) {
      // The next command tries again.
    }
  }

  private Folder openIfIntact() throws FileException {
    try {
      return root.openFolder(NAME);
    } catch (FileException error) {
      if (error.indicatesDamage()) return null;
      throw error;
    }
  }

  private static String unusedName(Folder staging) throws FileException {
    Set<String> used = new HashSet<String>(Arrays.asList(staging.names()));
    int number = 1;
    while (used.contains(Integer.toString(number))) number++;
    return Integer.toString(number);
  }

  private static String name(Folder staged) {
    return staged.path.substring(staged.path.lastIndexOf('/') + 1);
  }
}
