package com.eros.device;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** The files in the folder of an unpacked release. */
final class ReleaseFolder {
  /** The minimum number of files for a second thread; for fewer, it costs more than it saves. */
  private static final int FEW_FILES = 32;

  private final String root;
  /** The files including {@code md5.json}, sorted by path, without digests. */
  final List<ContentFile> files = new ArrayList<ContentFile>();

  /** Lists all files; an item that a release cannot contain is an error. */
  ReleaseFolder(String root) throws ErosException {
    this.root = root;
    FolderWalk walk = new FolderWalk(root);
    if (!walk.obstacles.isEmpty()) throw DeltaException.notARelease(root, walk.obstacles.get(0));
    for (FolderWalk.File file : walk.files) {
      // A later lookup uses the composed form and would not find another form of the name.
      BundlePath path = BundlePath.canonical(file.path);
      if (path == null) throw DeltaException.notARelease(root, file.path);
      files.add(new ContentFile(path, file.size, null));
    }
  }

  /** Returns the total size of the files in bytes. */
  long size() {
    long size = 0;
    for (ContentFile file : files) size += file.size;
    return size;
  }

  /** Returns the files without {@code md5.json}. */
  List<ContentFile> filesWithoutManifest() {
    List<ContentFile> list = new ArrayList<ContentFile>();
    for (ContentFile file : files) if (!file.path.isManifest()) list.add(file);
    return list;
  }

  /** Reads and hashes files and returns them in the same order. */
  List<ContentFile> hashed(final List<ContentFile> list, int threads) throws ErosException {
    final ContentFile[] hashed = new ContentFile[list.size()];
    Parallel.forEach(
        list.size(), list.size() < FEW_FILES ? 1 : threads,
        new Parallel.Task() {
          @Override
          public void run(Parallel steps) throws ErosException {
            for (int index = steps.next(); index >= 0; index = steps.next()) {
              ContentFile file = hash(list.get(index));
              synchronized (hashed) {
                hashed[index] = file;
              }
            }
          }
        });
    return Arrays.asList(hashed);
  }

  private ContentFile hash(ContentFile listed) throws ErosException {
    try (OpenFile file = new OpenFile(root + "/" + listed.path.text, false)) {
      if (file.size() != listed.size) throw DeltaException.changed(listed.path.text);
      return new ContentFile(listed.path, listed.size, file.sha256(null));
    }
  }
}
