package com.eros.device;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeMap;

/** The files of a client without a sandbox. */
final class OldInstallation {
  /** The contents of {@code bundle.config}. */
  final byte[] manifest;
  private final String pages;

  private OldInstallation(byte[] manifest, String pages) {
    this.manifest = manifest;
    this.pages = pages;
  }

  /** Reads the manifest, or returns {@code null} if the folder contains no release. */
  static OldInstallation open(String path) throws FileException {
    Folder folder;
    try {
      folder = Folder.open(path);
    } catch (FileException error) {
      if (error.isMissing()) return null;
      throw error;
    }
    FileStatus pages = folder.status(ReleaseStore.PAGES);
    FileStatus config = folder.status(ReleaseStore.CONFIG);
    // The links of a sandbox have the same names.
    if (pages == null || config == null || pages.isLink || config.isLink) return null;
    byte[] manifest = OpenFile.readAll(
        folder.path(ReleaseStore.CONFIG), DeliveredBundle.MAXIMUM_CONFIG, true);
    return new OldInstallation(manifest, folder.path(ReleaseStore.PAGES));
  }

  /** Writes the pages and their manifest into a zip, and closes it. */
  void pack(NewFile zip) throws ErosException {
    try {
      StoredZipWriter writer = new StoredZipWriter(zip);
      TreeMap<BundlePath, String> files = files();
      for (BundlePath path : files.keySet()) {
        try (OpenFile page = new OpenFile(pages + "/" + files.get(path), false)) {
          writer.addFile(path, page);
        }
      }
      writer.addFile(Manifest.ENTRY_NAME, manifest);
      writer.finish();
    } finally {
      zip.close();
    }
  }

  /**
   * Returns the files of the release and their names in the file system.
   *
   * <p>Legacy clients do not delete the pages of earlier releases. If the manifest has a tree hash, only the
   * listed files are adopted; otherwise also the others, because some tools did not list all files.
   */
  private TreeMap<BundlePath, String> files() throws FileException {
    Set<BundlePath> listed = listedPaths();
    TreeMap<BundlePath, String> files = new TreeMap<BundlePath, String>();
    List<FolderWalk.File> found = new FolderWalk(pages).files;
    for (FolderWalk.File file : found) {
      BundlePath path;
      try {
        path = BundlePath.of(file.path);
      } catch (PathProblem problem) {
        continue;
      }
      if (!path.isManifest() && (listed == null || listed.contains(path))) {
        files.put(path, file.path);
      }
    }
    return files;
  }

  /** Returns the listed files if the manifest covers all files, or {@code null} if it may not. */
  private Set<BundlePath> listedPaths() {
    // Verification reports the errors of the manifest.
    Manifest read = ManifestReader.read(
        manifest, ReleaseStore.CONFIG, new ZipLimits(), new FindingList());
    if (read == null || read.treeHash == null) return null;
    Set<BundlePath> paths = new HashSet<BundlePath>();
    for (Manifest.File file : read.files) {
      try {
        paths.add(BundlePath.of(file.page.substring(1)));
      } catch (PathProblem problem) {
        // Verification reports it.
      }
    }
    return paths;
  }
}
