package com.eros.device;

import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** The path, size and digest of a file of a release. */
final class ContentFile implements Comparable<ContentFile> {
  final BundlePath path;
  final long size;
  final String sha256;

  ContentFile(BundlePath path, long size, String sha256) {
    this.path = path;
    this.size = size;
    this.sha256 = sha256;
  }

  @Override
  public int compareTo(ContentFile other) {
    return path.compareTo(other.path);
  }

  /** Returns the tree hash of a release from all its files except {@code md5.json}, in any order. */
  static String treeHash(List<ContentFile> files) {
    MessageDigest sha256 = Hashing.sha256();
    for (ContentFile file : sorted(files)) {
      sha256.update(Utf8.encode(file.sha256 + " " + file.size + " " + file.path.text + "\n"));
    }
    return Hex.encode(sha256.digest());
  }

  static List<ContentFile> sorted(List<ContentFile> files) {
    List<ContentFile> sorted = new ArrayList<ContentFile>(files);
    Collections.sort(sorted);
    return sorted;
  }
}
