package com.eros.device;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/** The metadata files stored on a device, by names such as {@code root.json}. */
class StoredMetadata {
  /**
   * The name of the second copy of the root metadata.
   *
   * <p>If {@code root.json} is damaged and there is no copy, the device returns to the root metadata that ships with
   * the app. It then does not know which keys were withdrawn, nor the newest timestamp. The name lacks the suffix
   * {@code .json}, because that suffix marks a role.
   */
  static final String ROOT_COPY = "root-copy";
  static final String ROOT = RoleName.ROOT + RoleName.SUFFIX;

  private final Map<String, byte[]> files = new HashMap<String, byte[]>();
  /** The names of the files that are read on demand. */
  private final Set<String> unread = new HashSet<String>();

  /** Adds a file that exists; without contents it is read on demand. */
  final void add(String file, byte[] bytes) {
    if (bytes == null) {
      unread.add(file);
    } else {
      files.put(file, bytes);
    }
  }

  /** Returns the contents of a file, or {@code null} if it is missing. */
  final byte[] contents(String file) throws ErosException {
    byte[] bytes = files.get(file);
    return bytes == null && unread.contains(file) ? read(file) : bytes;
  }

  /** Returns the names of all files, in order. */
  final TreeSet<String> names() {
    TreeSet<String> names = new TreeSet<String>(unread);
    names.addAll(files.keySet());
    return names;
  }

  /** Writes a file durably. */
  final void store(String file, byte[] bytes) throws ErosException {
    write(file, bytes);
    files.put(file, bytes);
    unread.remove(file);
  }

  /** Deletes a file durably. */
  final void remove(String file) throws ErosException {
    write(file, null);
    files.remove(file);
    unread.remove(file);
  }

  /** Reads an unread file, or returns {@code null} if it is missing. */
  byte[] read(String file) throws ErosException {
    return null;
  }

  /** Makes a change durable: new contents, or {@code null} to delete the file. */
  void write(String file, byte[] bytes) throws ErosException {}
}
