package com.eros.device;

import java.util.HashMap;
import java.util.Map;

/** The paths of a tree, checked for clashes on file systems that ignore case or Unicode form. */
final class NameTable {
  private static final class Known {
    final String spelling;
    final boolean isFolder;
    /** Whether the path was added itself, not only as a parent folder. */
    boolean isGiven;

    Known(String spelling, boolean isFolder, boolean isGiven) {
      this.spelling = spelling;
      this.isFolder = isFolder;
      this.isGiven = isGiven;
    }
  }

  /** The known paths by their clash keys. */
  private final Map<String, Known> known = new HashMap<String, Known>();

  /** Returns the number of files and folders, including parent folders. */
  int count() {
    return known.size();
  }

  /** Adds a path and its parent folders; returns a clash with an earlier path as a clause, or {@code null}. */
  String add(BundlePath path, boolean isFolder) {
    String key = path.clashKey();
    String clash = insert(path, key, isFolder, true);
    if (clash != null) return clash;
    BundlePath folder = path.parent();
    while (folder != null) {
      // A key keeps its slashes, so the keys of parent folders are its prefixes.
      key = key.substring(0, key.lastIndexOf('/'));
      Known other = known.get(key);
      // The parents of such a folder are already checked.
      if (other != null && other.isFolder && other.spelling.equals(folder.text)) return null;
      clash = insert(folder, key, true, false);
      if (clash != null) return clash;
      folder = folder.parent();
    }
    return null;
  }

  private String insert(BundlePath path, String key, boolean isFolder, boolean isGiven) {
    Known other = known.get(key);
    if (other == null) {
      known.put(key, new Known(path.text, isFolder, isGiven));
      return null;
    }
    String shown = DisplayText.quote(other.spelling);
    if (other.isFolder != isFolder) return shown + " is both a file and a folder";
    if (!other.spelling.equals(path.text)) {
      return "some file systems do not distinguish it from " + shown;
    }
    if (other.isGiven && isGiven) return "duplicate name";
    other.isGiven |= isGiven;
    return null;
  }
}
