package com.eros.device;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/**
 * The installed and staged releases of a sandbox.
 *
 * <p>Hold the sandbox's lock while calling a method that changes files.
 */
final class ReleaseStore {
  static final String RELEASES = "releases";
  /** The entries in the folder of a release. */
  static final String PAGES = "bundle";
  static final String CONFIG = "bundle.config";
  static final String ZIP = "bundle.zip";
  static final String[] PARTS = {PAGES, CONFIG, ZIP};

  /** A verified, durable release in {@code staging/} that is not committed. */
  static final class Staged {
    private final Folder folder;
    final InstalledRelease release;
    final String source;

    private Staged(Folder folder, InstalledRelease release, String source) {
      this.folder = folder;
      this.release = release;
      this.source = source;
    }
  }

  /** Chooses the mark of a release. */
  interface Marking {
    ReleaseMark mark(String tree);
  }

  static final Marking UNMARKED =
      new Marking() {
        @Override
        public ReleaseMark mark(String tree) {
          return null;
        }
      };

  final Folder root;
  final BundleVerifier verifier;
  /** The verifier for installed releases, because they may have been installed with larger limits. */
  final BundleVerifier lenientVerifier;
  final StagingArea staging;

  ReleaseStore(Folder root, BundleVerifier verifier) {
    this.root = root;
    this.verifier = verifier;
    lenientVerifier =
        new BundleVerifier(new ZipLimits(ZipLimits.MAXIMUM_ENTRIES, -1), verifier.threads);
    staging = new StagingArea(root);
  }

  /** Opens {@code releases/}, or returns {@code null}; a link may point outside the sandbox and is an error. */
  Folder folder() throws ErosException {
    FileStatus status = root.status(RELEASES);
    if (status == null) return null;
    if (status.isLink) throw SandboxException.pathOccupied(root.path(RELEASES));
    return root.openFolder(RELEASES);
  }

  /** Returns the path of a release, relative to the sandbox. */
  static String path(String tree) {
    return RELEASES + "/" + tree;
  }

  /** Returns whether a path relative to the sandbox is that of a release. */
  static boolean isRelease(String path) {
    return path.startsWith(RELEASES + "/") && Hex.isSha256(path.substring(RELEASES.length() + 1));
  }

  /** Opens the folder of a release. */
  Folder folder(String tree) throws FileException {
    return root.openFolder(RELEASES).openFolder(tree);
  }

  /**
   * Returns whether {@code releases/} has a folder with the name and the parts of a release.
   *
   * <p>One of the three parts may be missing, because a damaged release is also a release.
   *
   * @throws FileException if there is no such folder among those that can be read now
   */
  static boolean existsRelease(Folder root) throws FileException {
    final Folder releases;
    String[] names;
    try {
      releases = root.openFolder(RELEASES);
      names = releases.names();
    } catch (FileException error) {
      if (error.indicatesDamage()) return false;
      throw error;
    }
    return new NameSearch() {
      @Override
      boolean matches(String name) throws FileException {
        return Hex.isSha256(name) && hasParts(releases, name);
      }
    }.findsAny(names);
  }

  private static boolean hasParts(Folder releases, String name) throws FileException {
    int count = 0;
    for (String part : PARTS) if (hasPart(part, releases, name)) count++;
    return count >= PARTS.length - 1;
  }

  private static boolean hasPart(String part, Folder releases, String name) throws FileException {
    try {
      FileStatus status = releases.openFolder(name).status(part);
      return status != null && (part.equals(PAGES) ? status.isFolder : status.isFile);
    } catch (FileException error) {
      if (error.indicatesDamage()) return false;
      throw error;
    }
  }

  // Staging

  /**
   * Copies, verifies and unpacks a bundle into {@code staging/} durably.
   *
   * <p>The copy is verified, so a later change of the original has no effect. The release is never in {@code
   * releases/} without its mark. After an error, the staged files are deleted.
   */
  Staged stage(DeliveredBundle bundle, Marking marking) throws ErosException {
    return stage(bundle, verifier, marking);
  }

  Staged stage(DeliveredBundle bundle, BundleVerifier by, Marking marking) throws ErosException {
    Folder folder = staging.create();
    try {
      return fill(folder, bundle, by, marking);
    } catch (ErosException error) {
      staging.removeQuietly(folder);
      throw error;
    }
  }

  private Staged fill(Folder folder, DeliveredBundle bundle, BundleVerifier by, Marking marking)
      throws ErosException {
    String zipDigest = receive(bundle, folder);
    OpenFile zip = folder.openFile(ZIP);
    InstalledRelease release;
    byte[] config;
    try {
      VerificationReport report = by.unpack(zip, bundle.config, folder.newFolder(PAGES));
      config = bundle.config != null ? bundle.config : report.manifestBytes;
      release =
          report.isVerified ? InstalledRelease.of(report, zipDigest, zip.size(), config) : null;
      if (release == null) {
        throw SandboxException.notVerified(bundle.zip.path(), report);
      }
    } finally {
      zip.close();
    }
    folder.writeFile(CONFIG, config);
    ReleaseMark mark = marking.mark(release.tree);
    if (mark != null) folder.writeFile(ReleaseMark.FILE_NAME, mark.text());
    folder.syncTree();
    return new Staged(folder, release, bundle.source(zipDigest));
  }

  /** Copies the zip of a bundle to a folder, or moves it there if this sandbox made it; returns its digest. */
  private static String receive(DeliveredBundle bundle, Folder folder) throws ErosException {
    if (bundle.stagedFolder != null) {
      bundle.stagedFolder.rename(ZIP, ZIP, folder);
      return bundle.zip.sha256(null);
    }
    try (NewFile copy = folder.newFile(ZIP)) {
      return bundle.zip.sha256(copy);
    }
  }

  // Committing

  /**
   * Moves a staged release to {@code releases/}, unless an intact release with the same manifest is there.
   *
   * @param keepsIntact whether an intact release with another manifest is also kept
   * @return the release that is now in {@code releases/}
   */
  InstalledRelease commit(Staged staged, boolean keepsIntact) throws ErosException {
    Folder releases = root.folder(RELEASES);
    String name = staged.release.tree;
    if (releases.has(name)) {
      ReleaseCheck check = new ReleaseCheck(this);
      InstalledRelease present = check.identify(name);
      boolean isKept = present != null
          && (keepsIntact || present.hasSameManifest(staged.release))
          && check.damage(present).isEmpty();
      if (isKept) return present;
    }
    // An existing release may be damaged and still be the only copy, so the two are exchanged.
    staging.commit(staged.folder, name, releases);
    root.sync();
    return staged.release;
  }

  void discard(Staged staged) throws FileException {
    staging.remove(staged.folder);
  }

  /** Returns the tree hashes of all releases in {@code releases/}, intact or damaged. */
  List<String> present() throws ErosException {
    List<String> trees = new ArrayList<String>();
    Folder releases = folder();
    if (releases == null) return trees;
    for (String name : releases.names()) if (Hex.isSha256(name)) trees.add(name);
    return trees;
  }

  /** Deletes all releases except {@code kept}, as far as possible; the next command tries again. */
  void collect(Set<String> kept) {
    try {
      Folder releases = folder();
      if (releases == null) return;
      for (String tree : present()) {
        if (!kept.contains(tree)) discard(tree, releases);
      }
    } catch (ErosException error) {
      // Nothing can be listed.
    }
  }

  private void discard(String tree, Folder releases) {
    try {
      // Moving a release first keeps partly deleted releases out of `releases/`.
      staging.discard(tree, releases);
    } catch (FileException error) {
      // The release stays.
    }
  }

  // Marks

  /** Reads the mark of a release, or returns {@code null} if the mark or the release does not exist. */
  ReleaseMark mark(String tree) throws FileException {
    try {
      return ReleaseMark.read(folder(tree));
    } catch (FileException error) {
      if (error.indicatesDamage()) return null;
      throw error;
    }
  }

  /** Writes durable marks for releases that a state restricts more than their current marks. */
  void restrict(SandboxState state) throws ErosException {
    Set<String> marked = marked(state);
    for (String tree : present()) {
      ReleaseMark mark = marked.contains(tree) ? ReleaseMark.in(state, tree) : null;
      if (mark == null) continue;
      ReleaseMark present = mark(tree);
      if (present == null || present.compareTo(mark) < 0) write(mark, tree);
    }
  }

  /** Replaces or removes all marks that differ from a state, as far as possible. */
  void updateMarks(SandboxState state) {
    Set<String> marked = marked(state);
    try {
      for (String tree : present()) updateMark(tree, state, marked.contains(tree));
    } catch (ErosException error) {
      // The next command repeats it.
    }
  }

  private void updateMark(String tree, SandboxState state, boolean isMarked) {
    try {
      ReleaseMark present = mark(tree);
      // The pages of an unblocked release may still be on the screen.
      if (present == null || !isMarked && present.blocked == null) return;
      ReleaseMark mark = ReleaseMark.in(state, tree);
      if (mark == null) {
        folder(tree).removeTree(ReleaseMark.FILE_NAME);
      } else if (!mark.equals(present)) {
        write(mark, tree);
      }
    } catch (ErosException error) {
      // The next command repeats it.
    }
  }

  /**
   * Returns the releases whose marks a state determines.
   *
   * <p>A blocked release can remain in {@code releases/} because its pages may still be on the screen, or as a
   * base of deltas.
   */
  private static Set<String> marked(SandboxState state) {
    Set<String> marked = new TreeSet<String>();
    for (InstalledRelease release : state.releases()) marked.add(release.tree);
    for (SandboxState.Blocked entry : state.blocked) marked.add(entry.release);
    return marked;
  }

  private void write(ReleaseMark mark, String tree) throws ErosException {
    final Folder folder;
    try {
      folder = folder(tree);
    } catch (FileException error) {
      // A release that is not a folder is damaged and cannot run.
      if (error.indicatesDamage()) return;
      throw error;
    }
    root.replaceFile(
        ReleaseMark.FILE_NAME, mark.text(), folder,
        new Folder.Preparation() {
          @Override
          public void prepare() throws ErosException {
            // `rename` cannot replace a folder with a file.
            FileStatus status = folder.status(ReleaseMark.FILE_NAME);
            if (status != null && status.isFolder) folder.removeTree(ReleaseMark.FILE_NAME);
          }
        });
  }
}
