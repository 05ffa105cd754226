package com.eros.device;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** A release that is unpacked in a folder, and was verified. */
final class FolderTree implements ContentTree, AutoCloseable {
  /** Opening a file takes several times as long as reading a few bytes, and a delta may copy from many. */
  private static final int MAXIMUM_OPEN = 32;

  private final String root;
  private final List<ContentFile> files;
  private final Map<Integer, OpenFile> open =
      new LinkedHashMap<Integer, OpenFile>(16, 0.75f, true) {
        private static final long serialVersionUID = 1;

        @Override
        protected boolean removeEldestEntry(Map.Entry<Integer, OpenFile> eldest) {
          if (size() <= MAXIMUM_OPEN) return false;
          eldest.getValue().close();
          return true;
        }
      };

  FolderTree(String root, List<ContentFile> verified) {
    this.root = root;
    files = ContentFile.sorted(verified);
  }

  @Override
  public List<ContentFile> files() {
    return files;
  }

  @Override
  public byte[] read(int index, long offset, int count) throws ErosException {
    if (!open.containsKey(index)) {
      open.put(index, new OpenFile(root + "/" + files.get(index).path.text, false));
    }
    return open.get(index).read(offset, count);
  }

  @Override
  public void close() {
    for (OpenFile file : open.values()) file.close();
    open.clear();
  }
}
