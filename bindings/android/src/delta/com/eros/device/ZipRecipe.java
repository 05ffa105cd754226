package com.eros.device;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.TreeSet;

/** The parameters to pack the new release into its zip, except the files. */
final class ZipRecipe {
  /** The compression levels: store, fast, default, best, and another packer. */
  private static final int LEVELS = 5;
  /** The maximum length of a text of the manifest, more than any real manifest needs. */
  private static final int MAXIMUM_TEXT = 4096;

  /** Whether each folder with contents has its own entry. */
  private final boolean namesFolders;
  /** Other folders with an entry, sorted. */
  final List<BundlePath> folders = new ArrayList<BundlePath>();
  /** The bytes of a manifest that another packer made, or {@code null}. */
  final byte[] manifestBytes;
  private final Manifest facts = new Manifest();

  ZipRecipe(ColumnReader reader) throws DeltaException {
    // A device stores files without compression, whatever the level is.
    reader.count(LEVELS - 1, "compression level");
    namesFolders = reader.flag("folder flag");
    long count = reader.count(reader.left(), "number of folders");
    for (long index = 0; index < count; index++) {
      BundlePath path = BundlePath.canonical(reader.string(BundlePath.MAXIMUM_LENGTH));
      boolean isSorted = path != null
          && (folders.isEmpty() || folders.get(folders.size() - 1).compareTo(path) < 0);
      if (!isSorted) throw reader.malformed("a folder has an invalid path or is not sorted");
      folders.add(path);
    }
    if (reader.flag("manifest kind")) {
      manifestBytes = reader.take((int) reader.count(reader.left(), "manifest length"));
      return;
    }
    manifestBytes = null;
    facts.appName = text(reader);
    facts.android = text(reader);
    facts.iOS = text(reader);
    facts.jsPath = text(reader);
    facts.timestamp = reader.signed();
  }

  private static String text(ColumnReader reader) throws DeltaException {
    return reader.flag("string flag") ? reader.string(MAXIMUM_TEXT) : null;
  }

  /** Returns all folders with an entry in a zip of {@code files}, sorted. */
  List<BundlePath> allFolders(List<BundlePath> files) {
    TreeSet<BundlePath> all = new TreeSet<BundlePath>();
    if (namesFolders) {
      for (BundlePath file : files) {
        for (BundlePath folder = file.parent(); folder != null && all.add(folder);) {
          folder = folder.parent();
        }
      }
    }
    List<BundlePath> sorted = new ArrayList<BundlePath>(all);
    sorted.addAll(folders);
    Collections.sort(sorted);
    return sorted;
  }

  /** Returns the manifest that the packer makes of files. */
  byte[] manifest(List<Manifest.File> files, String treeHash) {
    facts.files = files;
    facts.treeHash = treeHash;
    facts.jsVersion = facts.computedVersion();
    return facts.encoded();
  }
}
