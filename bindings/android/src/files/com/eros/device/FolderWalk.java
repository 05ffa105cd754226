package com.eros.device;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;

/** A recursive listing of the files of a folder that never follows symlinks. */
final class FolderWalk {
  /** A file below the walked folder. */
  static final class File {
    /** The path relative to the folder, as stored by the file system. */
    final String path;
    final long size;

    File(String path, long size) {
      this.path = path;
      this.size = size;
    }
  }

  /** The files, sorted by the bytes of their paths. */
  final List<File> files = new ArrayList<File>();
  /** The relative paths of links, devices and folders that are too deep. */
  final List<String> obstacles = new ArrayList<String>();

  private final String root;

  FolderWalk(String root) throws FileException {
    this.root = root;
    walk("", 0);
    Collections.sort(
        files,
        new Comparator<File>() {
          @Override
          public int compare(File left, File right) {
            return Utf8.compare(left.path, right.path);
          }
        });
  }

  private void walk(String folder, int depth) throws FileException {
    Folder opened = Folder.open(folder.isEmpty() ? root : root + "/" + folder);
    for (String name : opened.names()) {
      String path = folder.isEmpty() ? name : folder + "/" + name;
      FileStatus status = Disk.status(opened.path(name));
      if (status.isFile) {
        files.add(new File(path, status.size));
      } else if (status.isFolder && depth <= BundlePath.MAXIMUM_DEPTH) {
        walk(path, depth + 1);
      } else {
        obstacles.add(path);
      }
    }
  }
}
