package com.eros.device;

import android.system.OsConstants;
import com.eros.device.FileException.Operation;
import java.io.File;
import java.util.Arrays;

/**
 * A folder whose items are named by single components.
 *
 * <p>Symlinks are not followed below it. Every folder that the library creates can be used only by
 * its owner, so no other app can replace an item between two calls.
 */
final class Folder {
  /** The name of the file that a process locks before it changes a sandbox. */
  static final String LOCK = "lock";

  private static final String STAGED = ".eros-staged";
  private static final String ASIDE = ".aside";
  private static final String REMOVED = ".eros-removed";
  /** A tree that the library made is at most 64 folders deep. */
  private static final int MAXIMUM_DEPTH = 512;

  /** A step before the last moment of a replacement. */
  interface Preparation {
    void prepare() throws ErosException;
  }

  final String path;

  private Folder(String path) {
    this.path = path;
  }

  /** Opens the folder at a path, following symlinks. */
  static Folder open(String path) throws FileException {
    return folder(path, Disk.statusOfTarget(path));
  }

  private static Folder folder(String path, FileStatus status) throws FileException {
    if (!status.isFolder) throw new FileException(Operation.LIST, path, OsConstants.ENOTDIR);
    Disk.checkListable(path);
    return new Folder(path);
  }

  /** Creates the folder at a path, and its missing parents. */
  static void createAll(String path) throws FileException {
    File parent = new File(path).getParentFile();
    try {
      if (Disk.statusOfTarget(path).isFolder) return;
      throw new FileException(Operation.CREATE, path, OsConstants.ENOTDIR);
    } catch (FileException error) {
      if (!error.isMissing()) throw error;
    }
    if (parent != null) createAll(parent.getPath());
    try {
      Disk.makeFolder(path);
    } catch (FileException error) {
      // Another process may have created it.
      if (error.errno != OsConstants.EEXIST) throw error;
    }
  }

  String path(String name) {
    return path + "/" + name;
  }

  // Folders and files

  /** Opens a folder in this one, without following a symlink. */
  Folder openFolder(String name) throws FileException {
    return folder(path(name), Disk.status(path(name)));
  }

  /** Opens a folder in this one, and creates it if it is missing. */
  Folder folder(String name) throws FileException {
    try {
      return newFolder(name);
    } catch (FileException error) {
      if (error.errno != OsConstants.EEXIST) throw error;
      return openFolder(name);
    }
  }

  Folder newFolder(String name) throws FileException {
    Disk.makeFolder(path(name));
    return new Folder(path(name));
  }

  OpenFile openFile(String name) throws FileException {
    return new OpenFile(path(name), false);
  }

  byte[] readFile(String name, long limit) throws FileException {
    return OpenFile.readAll(path(name), limit, false);
  }

  NewFile newFile(String name) throws FileException {
    return new NewFile(path(name));
  }

  /** Creates a file with contents, without making them durable. */
  void writeFile(String name, byte[] bytes) throws FileException {
    try (NewFile file = newFile(name)) {
      file.write(bytes);
    }
  }

  // Names

  /** Returns the names in the folder, sorted. */
  String[] names() throws FileException {
    String[] names = new File(path).list();
    if (names == null) {
      FileStatus status = Disk.status(path);
      int errno = status.isFolder ? OsConstants.EACCES : OsConstants.ENOTDIR;
      throw new FileException(Operation.LIST, path, errno);
    }
    Arrays.sort(names);
    return names;
  }

  /** Returns the attributes of an item, or {@code null} if it does not exist. */
  FileStatus status(String name) throws FileException {
    return Disk.statusIfExists(path(name));
  }

  boolean has(String name) throws FileException {
    return status(name) != null;
  }

  /** Returns the target of a symlink, or {@code null} if the item is missing or not a symlink. */
  String linkTarget(String name) throws FileException {
    return Disk.linkTarget(path(name));
  }

  /** Moves an item to a folder, replacing an item that is not a folder with contents. */
  void rename(String name, String newName, Folder target) throws FileException {
    Disk.rename(path(name), target.path(newName));
  }

  /** Creates a symlink, which replaces a file or a symlink of this name. */
  void link(String name, String target) throws FileException {
    String staged = stagedName(name);
    removeQuietly(staged);
    Disk.link(target, path(staged));
    try {
      rename(staged, name, this);
    } catch (FileException error) {
      removeQuietly(staged);
      throw error;
    }
  }

  /**
   * Exchanges an item with an item of another folder.
   *
   * <p>Android offers no atomic exchange, so the name is missing here for a moment. A kill at that
   * moment leaves the item in the other folder as {@code <name>.aside}, and the next command moves it
   * back.
   */
  void exchange(String name, String otherName, Folder other) throws FileException {
    String aside = name + ASIDE;
    rename(name, aside, other);
    try {
      other.rename(otherName, name, this);
    } catch (FileException error) {
      other.rename(aside, name, this);
      throw error;
    }
    try {
      other.rename(aside, otherName, other);
    } catch (FileException error) {
      // The caller deletes the item under either name.
    }
  }

  /** Returns the original name of an item that was moved aside, or {@code null}. */
  static String nameOfAside(String name) {
    return name.endsWith(ASIDE) ? name.substring(0, name.length() - ASIDE.length()) : null;
  }

  static boolean isStaged(String name) {
    return name.startsWith(".") && name.endsWith(STAGED);
  }

  static boolean isRemoved(String name) {
    return name.startsWith(".") && name.endsWith(REMOVED);
  }

  static String stagedName(String name) {
    return "." + name + STAGED;
  }

  // Removal

  /** Removes an item with its contents; does nothing if it does not exist. */
  void removeTree(String name) throws FileException {
    removeTree(path(name), 0);
  }

  /** Removes an item with its contents, as far as possible. */
  void removeQuietly(String name) {
    try {
      removeTree(name);
    } catch (FileException error) {
      // The next command tries again.
    }
  }

  private static void removeTree(String path, int depth) throws FileException {
    FileStatus status = Disk.statusIfExists(path);
    if (status == null) return;
    if (status.isFolder) {
      if (depth > MAXIMUM_DEPTH) {
        throw new FileException(Operation.REMOVE, path, OsConstants.ENAMETOOLONG);
      }
      FileException failure = null;
      for (String name : new Folder(path).names()) {
        try {
          removeTree(path + "/" + name, depth + 1);
        } catch (FileException error) {
          failure = failure == null ? error : failure;
        }
      }
      if (failure != null) throw failure;
    }
    Disk.remove(path);
  }

  // Durability

  /** Makes the names in this folder durable. */
  void sync() throws FileException {
    Disk.sync(path);
  }

  /** Makes everything below this folder durable. */
  void syncTree() throws FileException {
    for (String name : names()) {
      FileStatus status = Disk.status(path(name));
      if (status.isFolder) {
        new Folder(path(name)).syncTree();
      } else if (status.isFile) {
        Disk.sync(path(name));
      }
    }
    sync();
  }

  /**
   * Replaces a file atomically and durably: stages it here, syncs it, renames it, and syncs the folder.
   *
   * @param name the name of the file in {@code target}
   * @param bytes the contents
   * @param target this folder, or another one on the same file system
   * @param preparation a step immediately before the rename, or {@code null}; if it fails, the file is
   *     not replaced
   */
  void replaceFile(String name, byte[] bytes, Folder target, Preparation preparation)
      throws ErosException {
    String staged = stagedName(name);
    removeTree(staged);
    try {
      try (NewFile file = newFile(staged)) {
        file.write(bytes);
        file.sync();
      }
      if (preparation != null) preparation.prepare();
      rename(staged, name, target);
    } catch (ErosException error) {
      removeQuietly(staged);
      throw error;
    }
    target.sync();
  }

  /** Deletes the staged files of interrupted writes, as far as possible. */
  void removeStagedFiles() throws FileException {
    for (String name : names()) if (isStaged(name)) removeQuietly(name);
  }
}
