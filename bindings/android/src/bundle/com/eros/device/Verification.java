package com.eros.device;

import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The state of one verification by {@link BundleVerifier}. */
final class Verification {
  private final ZipSource source;
  private final BundleVerifier verifier;
  private final ZipStructure structure;
  private final FindingList findings;
  private final List<ZipEntry> fileEntries = new ArrayList<ZipEntry>();
  private final VerificationReport report = new VerificationReport();

  Verification(ZipSource source, BundleVerifier verifier) throws FileException {
    this.source = source;
    this.verifier = verifier;
    structure = ZipStructure.read(source, verifier.limits);
    findings = structure.findings;
    for (ZipEntry entry : structure.entries) {
      if (entry.isFolder) report.folders.add(entry.path);
      else fileEntries.add(entry);
    }
  }

  VerificationReport run(byte[] config, FileSink sink) throws ErosException {
    if (structure.isSafe()) {
      checkFolders();
      readManifest(config);
      readFiles(sink);
      compareTotals();
    }
    report.isVerified = !findings.hasErrors();
    report.isUnsafe = findings.isUnsafe();
    report.findings = findings.all();
    for (VerificationReport.File file : report.files) {
      if (!file.entry.path.isManifest()) report.bytes += file.entry.size;
    }
    return report;
  }

  /** Checks that the data of folder entries is empty, because stream readers decompress it. */
  private void checkFolders() throws ErosException {
    for (ZipEntry entry : structure.entries) {
      if (entry.isFolder) contents(entry, findings);
    }
  }

  // The manifest

  private void readManifest(byte[] config) throws ErosException {
    ZipEntry entry = null;
    for (ZipEntry candidate : fileEntries) if (candidate.path.isManifest()) entry = candidate;
    if (entry == null) {
      findings.add(
          FindingCode.MANIFEST_MISSING, null,
          "'" + Manifest.ENTRY_NAME + "' not found in the zip");
      return;
    }
    int limit = verifier.limits.manifestBytes();
    if (entry.size > limit) {
      findings.add(
          FindingCode.MANIFEST_MALFORMED, Manifest.ENTRY_NAME,
          "it has " + entry.size + " bytes; the limit is " + limit);
      return;
    }
    // `readFiles` reports an error in its data.
    byte[] text = contents(entry, new FindingList());
    if (text == null) return;
    report.manifestBytes = text;
    report.manifest = ManifestReader.read(text, Manifest.ENTRY_NAME, verifier.limits, findings);
    if (config != null) compare(config, text);
  }

  /** Returns the bytes of an entry, or {@code null} after an error, which is added to {@code errors}. */
  private byte[] contents(ZipEntry entry, FindingList errors) throws FileException {
    ByteArrayOutputStream text = new ByteArrayOutputStream();
    try (EntryReader reader = new EntryReader(source)) {
      reader.open(entry);
      for (byte[] chunk = reader.next(); chunk != null; chunk = reader.next()) {
        text.write(chunk, 0, chunk.length);
      }
      if (reader.damage() == null) return text.toByteArray();
      errors.add(reader.damage());
      return null;
    }
  }

  private void compare(byte[] config, byte[] text) {
    if (Arrays.equals(config, text)) return;
    ZipLimits limits = verifier.limits;
    Manifest other = ManifestReader.read(config, "bundle.config", limits, findings);
    if (other == null || report.manifest == null) return;
    try {
      int bytes = limits.manifestBytes();
      int values = limits.manifestValues();
      JsonValue beside = JsonReader.read(config, bytes, values);
      if (!beside.isEquivalent(JsonReader.read(text, bytes, values))) {
        findings.add(
            FindingCode.MANIFEST_MISMATCH, null,
            "'bundle.config' and '" + Manifest.ENTRY_NAME + "' in the zip differ");
      }
    } catch (JsonException error) {
      throw new IllegalStateException(error); // both were read before
    }
  }

  // The files

  /** Reads each file once, hashes it, and compares it with the manifest. */
  private void readFiles(final FileSink sink) throws ErosException {
    final Map<BundlePath, Manifest.File> listed = listedFiles();
    final List<Integer> order = order(sink != null);
    final VerificationReport.File[] results = new VerificationReport.File[fileEntries.size()];
    Parallel.forEach(
        order.size(), verifier.threads,
        new Parallel.Task() {
          @Override
          public void run(Parallel steps) throws ErosException {
            try (FileCheck check = new FileCheck(source, sink)) {
              for (int step = steps.next(); step >= 0; step = steps.next()) {
                ZipEntry entry = fileEntries.get(order.get(step));
                VerificationReport.File file = check.check(entry, listed.get(entry.path));
                synchronized (results) {
                  results[order.get(step)] = file;
                }
              }
            }
          }
        });
    for (VerificationReport.File file : results) {
      report.files.add(file);
      report(file, listed.get(file.entry.path));
    }
    reportMissing(listed);
  }

  /** Returns the order of reading: by path for unpacking, otherwise largest first. */
  private List<Integer> order(final boolean isByPath) {
    List<Integer> order = new ArrayList<Integer>();
    for (int index = 0; index < fileEntries.size(); index++) order.add(index);
    Collections.sort(
        order,
        new Comparator<Integer>() {
          @Override
          public int compare(Integer left, Integer right) {
            ZipEntry a = fileEntries.get(left);
            ZipEntry b = fileEntries.get(right);
            if (isByPath) return a.path.compareTo(b.path);
            return a.size == b.size ? 0 : a.size > b.size ? -1 : 1;
          }
        });
    return order;
  }

  private void report(VerificationReport.File file, Manifest.File listed) {
    String name = file.entry.path.text;
    if (file.damage != null) findings.add(file.damage);
    if (file.isForeignText) {
      findings.add(
          FindingCode.PAGE_NOT_UTF8, name,
          "it is not UTF-8: iOS does not load the page, and Android shows wrong characters");
    }
    if (listed == null || file.sha256 == null) return;
    if (listed.size >= 0 && listed.size != file.size) {
      findings.add(
          FindingCode.SIZE_MISMATCH, name,
          "it has " + file.size + " bytes, but the manifest says " + listed.size);
    }
    if (listed.sha256 != null && !listed.sha256.equals(file.sha256)) {
      findings.add(
          FindingCode.SHA256_MISMATCH, name,
          "its SHA-256 is " + file.sha256 + ", but the manifest says " + listed.sha256);
    }
    if (file.rules == 0) {
      findings.add(
          FindingCode.MD5_MISMATCH, name,
          "its MD5 is " + file.md5 + ", but the manifest says " + listed.md5);
    } else if ((file.rules & LegacyTextHasher.RAW) == 0 && file.entry.path.isPage()) {
      findings.add(
          FindingCode.DIGEST_RULE_LEGACY, name,
          "its recorded MD5 follows a legacy rule, so Android clients do not load the page");
    }
  }

  /** Returns the listed files by path, and reports errors in the list. */
  private Map<BundlePath, Manifest.File> listedFiles() {
    Map<BundlePath, Manifest.File> listed = new HashMap<BundlePath, Manifest.File>();
    if (report.manifest == null) return listed;
    for (Manifest.File file : report.manifest.files) {
      String subject = DisplayText.entryName(Utf8.encode(file.page));
      try {
        BundlePath path = BundlePath.of(file.page.substring(1));
        if (path.isManifest()) {
          findings.add(FindingCode.FILE_NAME_INVALID, subject, "the manifest lists itself");
        } else if (listed.put(path, file) != null) {
          findings.add(FindingCode.FILE_LISTED_TWICE, subject, "the manifest lists it twice");
        }
      } catch (PathProblem problem) {
        findings.add(
            FindingCode.FILE_NAME_INVALID, subject, "in the manifest: " + problem.getMessage());
      }
    }
    return listed;
  }

  private void reportMissing(Map<BundlePath, Manifest.File> listed) {
    if (report.manifest == null) return;
    Set<BundlePath> present = new HashSet<BundlePath>();
    List<BundlePath> unlisted = new ArrayList<BundlePath>();
    for (ZipEntry entry : fileEntries) {
      present.add(entry.path);
      if (!listed.containsKey(entry.path) && !entry.path.isManifest()) unlisted.add(entry.path);
    }
    List<BundlePath> missing = new ArrayList<BundlePath>(listed.keySet());
    missing.removeAll(present);
    Collections.sort(missing);
    for (BundlePath path : missing) {
      findings.add(
          FindingCode.FILE_MISSING, path.text, "the manifest lists it, but it is not in the zip");
    }
    if (report.manifest.files.isEmpty() && !unlisted.isEmpty()) {
      // An error in any mode, because no file would be checked.
      findings.add(
          new Finding(
              FindingCode.FILE_UNLISTED, true, null,
              "the manifest lists no files, but the zip has " + unlisted.size()));
    }
    for (BundlePath path : unlisted) {
      findings.add(FindingCode.FILE_UNLISTED, path.text, "the manifest does not list it");
    }
  }

  // Totals

  /** Computes the tree hash and {@code jsVersion}, and compares them with the manifest. */
  private void compareTotals() {
    boolean isComplete = true;
    for (VerificationReport.File file : report.files) isComplete &= file.sha256 != null;
    if (isComplete) report.treeHash = ContentFile.treeHash(report.contentFiles());
    Manifest manifest = report.manifest;
    if (manifest == null) return;
    String version = manifest.computedVersion();
    if (!version.equals(manifest.jsVersion)) {
      findings.add(
          FindingCode.VERSION_MISMATCH, null,
          "the jsVersion of the listed digests is " + version + ", but the manifest says "
              + manifest.jsVersion);
    }
    if (manifest.treeHash != null && isComplete && !manifest.treeHash.equals(report.treeHash)) {
      findings.add(
          FindingCode.TREE_HASH_MISMATCH, null,
          "the tree hash of the files is " + report.treeHash + ", but the manifest says "
              + manifest.treeHash);
    }
    int common = LegacyTextHasher.ALL_RULES;
    for (VerificationReport.File file : report.files) {
      if (file.rules != 0 && (file.rules & LegacyTextHasher.RAW) == 0) common &= file.rules;
    }
    if (common == 0) {
      findings.add(
          FindingCode.DIGEST_RULES_MIXED, null,
          "its binary files follow different legacy digest rules; one build follows one rule");
    }
  }
}
