package com.eros.device;

import java.util.HashSet;
import java.util.Set;

/** A sink that writes files to an empty folder and creates their parent folders. */
final class FolderSink implements FileSink {
  private final Folder root;
  private final Set<String> created = new HashSet<String>();

  FolderSink(Folder root) {
    this.root = root;
  }

  @Override
  public Writer makeFile(BundlePath path) throws ErosException {
    if (path.parent() != null) makeFolder(path.parent());
    final NewFile file = root.newFile(path.text);
    return new Writer() {
      @Override
      public void write(byte[] bytes) throws ErosException {
        file.write(bytes);
      }

      @Override
      public void close() {
        file.close();
      }
    };
  }

  /** Creates a folder and its missing parents. */
  synchronized void makeFolder(BundlePath path) throws ErosException {
    if (created.contains(path.text)) return;
    if (path.parent() != null) makeFolder(path.parent());
    root.folder(path.text);
    created.add(path.text);
  }
}
