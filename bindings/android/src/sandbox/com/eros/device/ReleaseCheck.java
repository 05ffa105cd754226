package com.eros.device;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/** The check of the files of installed releases. */
final class ReleaseCheck {
  private static final String DIFFERENCE = "differs from the installed file";

  private final ReleaseStore store;

  ReleaseCheck(ReleaseStore store) {
    this.store = store;
  }

  /** A step that finds damage by an exception. */
  private abstract static class Step<T> {
    abstract T run() throws ErosException;

    /** Returns the result, or {@code null} if two attempts find damage. */
    final T result() throws ErosException {
      for (int attempt = 0; attempt < 2; attempt++) {
        try {
          return run();
        } catch (FileException error) {
          if (!error.indicatesDamage()) throw error;
        } catch (DeltaException error) {
          // An item is not part of a release, or changed during the read.
        }
      }
      return null;
    }
  }

  /** Returns the damaged parts of a release. */
  Set<String> damage(final InstalledRelease release) throws ErosException {
    Set<String> damaged = new TreeSet<String>();
    Boolean exists = new Step<Boolean>() {
      @Override
      Boolean run() throws ErosException {
        return Disk.status(store.root.path(ReleaseStore.path(release.tree))).isFolder;
      }
    }.result();
    if (!Boolean.TRUE.equals(exists)) {
      for (String part : ReleaseStore.PARTS) damaged.add(part);
      return damaged;
    }
    if (!release.config.equals(configDigest(release.tree))) damaged.add(ReleaseStore.CONFIG);
    if (!release.zip.equals(zipDigest(release))) damaged.add(ReleaseStore.ZIP);
    if (intactPages(release) == null) damaged.add(ReleaseStore.PAGES);
    return damaged;
  }

  /** Reads the description of a release from its zip, or returns {@code null} if the zip is invalid. */
  InstalledRelease identify(final String tree) throws ErosException {
    return new Step<InstalledRelease>() {
      @Override
      InstalledRelease run() throws ErosException {
        Folder folder = store.folder(tree);
        byte[] config =
            folder.readFile(ReleaseStore.CONFIG, DeliveredBundle.MAXIMUM_CONFIG);
        try (OpenFile zip = folder.openFile(ReleaseStore.ZIP)) {
          // Verification also proves that the zip contains no bytes outside its entries.
          VerificationReport report = store.lenientVerifier.verify(zip, config, null);
          if (!report.isVerified) return null;
          InstalledRelease release = InstalledRelease.of(
              report, zip.sha256(null), zip.size(), config);
          return release != null && release.tree.equals(tree) ? release : null;
        }
      }
    }.result();
  }

  private String configDigest(final String tree) throws ErosException {
    return new Step<String>() {
      @Override
      String run() throws ErosException {
        return Hashing.sha256(
            store.folder(tree)
                .readFile(ReleaseStore.CONFIG, DeliveredBundle.MAXIMUM_CONFIG));
      }
    }.result();
  }

  private String zipDigest(final InstalledRelease release) throws ErosException {
    return new Step<String>() {
      @Override
      String run() throws ErosException {
        try (OpenFile zip = store.folder(release.tree).openFile(ReleaseStore.ZIP)) {
          return zip.size() == release.zipSize ? zip.sha256(null) : null;
        }
      }
    }.result();
  }

  // Pages

  String pagesPath(String tree) {
    return store.root.path(ReleaseStore.path(tree)) + "/" + ReleaseStore.PAGES;
  }

  /** Returns the pages of a release without the manifest, or {@code null} if the pages are damaged. */
  List<ContentFile> intactPages(InstalledRelease release) throws ErosException {
    ReleaseFolder pages = pages(release.tree);
    if (pages == null || pages.size() != release.pagesSize) return null;
    List<ContentFile> hashed = hashed(pages.files, pages);
    if (hashed == null) return null;
    List<ContentFile> files = new ArrayList<ContentFile>();
    String manifest = null;
    for (ContentFile file : hashed) {
      if (file.path.isManifest()) manifest = file.sha256;
      else files.add(file);
    }
    boolean isIntact = release.manifest.equals(manifest)
        && ContentFile.treeHash(files).equals(release.tree);
    return isIntact ? files : null;
  }

  /**
   * Returns the pages of a release without the manifest if they match its tree hash, or {@code null}.
   *
   * <p>The manifest is not checked. A release that is only a base of deltas has no recorded description.
   */
  List<ContentFile> intactPages(String tree) throws ErosException {
    ReleaseFolder pages = pages(tree);
    if (pages == null) return null;
    List<ContentFile> files = hashed(pages.filesWithoutManifest(), pages);
    return files != null && ContentFile.treeHash(files).equals(tree) ? files : null;
  }

  /** Returns whether a launch can run or repair a release, by the sizes of its pages and its zip. */
  boolean canRun(final InstalledRelease release) throws ErosException {
    ReleaseFolder pages = pages(release.tree);
    if (pages != null && pages.size() == release.pagesSize) return true;
    Long zip = new Step<Long>() {
      @Override
      Long run() throws ErosException {
        return Disk.status(zipPath(release.tree)).size;
      }
    }.result();
    return zip != null && zip == release.zipSize;
  }

  /** Returns the number of bytes in the zip and the pages of a release; a missing or damaged part counts as empty. */
  long size(String tree) throws ErosException {
    long zip = 0;
    try {
      zip = Disk.status(zipPath(tree)).size;
    } catch (FileException error) {
      // It is missing, or cannot be examined.
    }
    ReleaseFolder pages = pages(tree);
    return zip + (pages == null ? 0 : pages.size());
  }

  private String zipPath(String tree) {
    return store.root.path(ReleaseStore.path(tree)) + "/" + ReleaseStore.ZIP;
  }

  private ReleaseFolder pages(final String tree) throws ErosException {
    return new Step<ReleaseFolder>() {
      @Override
      ReleaseFolder run() throws ErosException {
        String path = pagesPath(tree);
        return Disk.status(path).isFolder ? new ReleaseFolder(path) : null;
      }
    }.result();
  }

  private List<ContentFile> hashed(
      final List<ContentFile> files, final ReleaseFolder pages) throws ErosException {
    return new Step<List<ContentFile>>() {
      @Override
      List<ContentFile> run() throws ErosException {
        return pages.hashed(files, store.verifier.threads);
      }
    }.result();
  }

  // Findings

  /** Returns a finding for each damaged file, whose subject is its path in the sandbox. */
  List<Finding> damagedFiles(InstalledRelease release) throws ErosException {
    Set<String> damaged = damage(release);
    List<Finding> findings = new ArrayList<Finding>();
    String folder = ReleaseStore.path(release.tree) + "/";
    for (String part : new String[] {ReleaseStore.CONFIG, ReleaseStore.ZIP}) {
      if (damaged.contains(part)) {
        findings.add(new Finding(FindingCode.FILE_CHANGED, folder + part, DIFFERENCE));
      }
    }
    if (!damaged.contains(ReleaseStore.PAGES)) return findings;
    String pages = folder + ReleaseStore.PAGES;
    int count = findings.size();
    if (!damaged.contains(ReleaseStore.ZIP)) addDamagedPages(release, pages, findings);
    if (findings.size() == count) {
      findings.add(
          new Finding(
              FindingCode.FILE_CHANGED, pages, "its files do not match the release"));
    }
    return findings;
  }

  /** Compares the pages with the intact zip. */
  private void addDamagedPages(InstalledRelease release, String folder, List<Finding> findings)
      throws ErosException {
    ReleaseFolder found = pages(release.tree);
    Map<BundlePath, VerificationReport.File> expected = expectedFiles(release.tree);
    if (found == null || expected == null) return;
    Set<BundlePath> intact = intactFiles(found, expected);
    Set<BundlePath> present = new TreeSet<BundlePath>();
    for (ContentFile file : found.files) present.add(file.path);
    Set<BundlePath> all = new TreeSet<BundlePath>(present);
    all.addAll(expected.keySet());
    all.removeAll(intact);
    for (BundlePath path : all) {
      String subject = folder + "/" + path.text;
      if (!expected.containsKey(path)) {
        findings.add(new Finding(FindingCode.FILE_UNEXPECTED, subject, "unexpected file"));
      } else if (present.contains(path)) {
        findings.add(new Finding(FindingCode.FILE_CHANGED, subject, DIFFERENCE));
      } else {
        findings.add(
            new Finding(FindingCode.FILE_MISSING, subject, "missing, or not a regular file"));
      }
    }
  }

  private Map<BundlePath, VerificationReport.File> expectedFiles(final String tree)
      throws ErosException {
    return new Step<Map<BundlePath, VerificationReport.File>>() {
      @Override
      Map<BundlePath, VerificationReport.File> run() throws ErosException {
        try (OpenFile zip = store.folder(tree).openFile(ReleaseStore.ZIP)) {
          Map<BundlePath, VerificationReport.File> files =
              new HashMap<BundlePath, VerificationReport.File>();
          for (VerificationReport.File file
              : store.lenientVerifier.verify(zip, null, null).files) {
            files.put(file.entry.path, file);
          }
          return files;
        }
      }
    }.result();
  }

  private Set<BundlePath> intactFiles(
      ReleaseFolder found, Map<BundlePath, VerificationReport.File> expected)
      throws ErosException {
    // A file with another size is different, so it is not hashed.
    List<ContentFile> comparable = new ArrayList<ContentFile>();
    for (ContentFile file : found.files) {
      VerificationReport.File other = expected.get(file.path);
      if (other != null && other.entry.size == file.size) comparable.add(file);
    }
    Set<BundlePath> intact = new TreeSet<BundlePath>();
    List<ContentFile> hashed = hashed(comparable, found);
    if (hashed == null) return intact;
    for (ContentFile file : hashed) {
      if (file.sha256.equals(expected.get(file.path).sha256)) intact.add(file.path);
    }
    return intact;
  }
}
