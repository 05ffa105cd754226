package com.eros.device;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertNull;
import static org.junit.Assert.assertTrue;
import static org.junit.Assert.fail;

import android.system.OsConstants;
import com.eros.device.FileException.Operation;
import java.io.File;
import java.nio.file.Files;
import org.junit.After;
import org.junit.Before;
import org.junit.Test;

/** The remedies of errors, which say what the developer of an app does. */
public final class RemedyTest {
  /** A call of an app. */
  private interface Call {
    void run() throws Exception;
  }

  private TestFolder folder;
  private ErosDevice device;
  private BundleFiles first;

  @Before
  public void setUp() throws Exception {
    folder = new TestFolder();
    device = ErosDevice.open(new DeviceOptions(folder.file("releases")).appVersion("2.0"));
    first = TestBundle.numbered(1).write(folder.file, "1.zip");
    device.launch(first, LaunchKind.FOREGROUND);
  }

  @After
  public void tearDown() throws Exception {
    device.close();
    folder.close();
  }

  private static void check(String message, String remedy, Call call) throws Exception {
    try {
      call.run();
      fail(message);
    } catch (ErosException error) {
      assertEquals(message, error.getMessage());
      assertEquals(message, remedy, error.getRemedy());
    }
  }

  @Test
  public void aPathIsWrong() throws Exception {
    File missing = folder.file("none.zip");
    check(
        "cannot read '" + missing + "': No such file or directory", "check the path",
        () -> device.stage(new BundleFiles(missing)));
    check(
        "cannot read '" + folder.file + "': Is a directory", "use a file, not a folder",
        () -> device.stage(new BundleFiles(folder.file)));
    File zip = folder.file("1.zip");
    try (ErosDevice other = ErosDevice.open(new DeviceOptions(zip))) {
      check(
          "cannot list '" + zip + "': Not a directory", "use a folder, not a file",
          () -> other.status(false));
    }
    File below = new File(zip, "box");
    try (ErosDevice other = ErosDevice.open(new DeviceOptions(below))) {
      check(
          "cannot read '" + below + "': Not a directory", "check the path",
          () -> other.status(false));
    }
  }

  @Test
  public void anyFileError() {
    check(Operation.READ, OsConstants.ENOENT, "pass an absolute path");
    check(Operation.LIST, OsConstants.ENOENT, "pass an absolute path");
    check(Operation.READ, OsConstants.ENOTDIR, "pass an absolute path");
    check(Operation.READ, OsConstants.EACCES, "check the read permission");
    check(Operation.LIST, OsConstants.EACCES, "check the read permission");
    check(
        Operation.LIST, OsConstants.EPERM,
        "check the read permission; on a locked phone, try again after it is unlocked");
    check(Operation.RENAME, OsConstants.EACCES, "check the write permission");
    check(
        Operation.CREATE, OsConstants.EPERM,
        "check the write permission; on a locked phone, try again after it is unlocked");
    check(Operation.READ, OsConstants.ELOOP, "the path contains a symlink to itself; correct it");
    check(Operation.WRITE, OsConstants.ENOSPC, "free disk space and try again");
    check(Operation.CREATE, OsConstants.EDQUOT, "free disk space and try again");
    check(Operation.READ, OsConstants.EIO, "restart the device; if the error stays, its storage is damaged");
    check(Operation.REMOVE, OsConstants.EROFS, "choose a writable folder, such as one in `getNoBackupFilesDir()`");
    check(Operation.CREATE, OsConstants.ENOENT, "create the parent folder first");
    check(
        Operation.CREATE, OsConstants.EEXIST,
        "the path exists, perhaps as a broken symlink; remove it or choose another name");
    check(
        Operation.CREATE, OsConstants.ENAMETOOLONG,
        "use a shorter name; a file has a longer one while it is written");
    check(Operation.READ, OsConstants.EOPNOTSUPP, "use a regular file, not a pipe or a device");
    check(
        Operation.READ, OsConstants.EFBIG,
        "check the path: the file exceeds the size limit for its kind");
    check(Operation.READ, OsConstants.EMFILE, "close files and sockets that the app no longer needs");
    check(Operation.CREATE, OsConstants.EISDIR, "use a file, not a folder");
    check(Operation.CREATE, OsConstants.ENOTDIR, "use a folder, not a file");
    check(
        Operation.LOCK, OsConstants.EAGAIN,
        "another process is using it; try again when it has finished");
    check(Operation.RENAME, OsConstants.ENOENT, null);
    check(Operation.WRITE, OsConstants.EFBIG, null);
  }

  private static void check(Operation operation, int errno, String remedy) {
    assertEquals(
        operation + " " + errno, remedy, new FileException(operation, "a/b", errno).getRemedy());
  }

  @Test
  public void aBundleIsNotVerified() throws Exception {
    File config = folder.file("other config");
    Files.write(config.toPath(), TestBundle.numbered(2).manifestBytes());
    try {
      device.stage(new BundleFiles(first.zip, config));
      fail("the config does not belong to the zip");
    } catch (ErosException error) {
      assertTrue(error.getMessage(), error.getMessage().contains("'bundle.config' and 'md5.json'"));
      assertEquals("download the file again; on a computer, `eros verify` lists all findings", error.getRemedy());
    }
    DeviceOptions options = new DeviceOptions(folder.file("releases")).maximumFiles(2);
    try (ErosDevice small = ErosDevice.open(options)) {
      small.stage(TestBundle.numbered(2).write(folder.file, "2.zip"));
      fail("the limit was ignored");
    } catch (ErosException error) {
      assertEquals(
          "if you trust the source, raise `DeviceOptions.maximumSize` or `maximumFiles`", error.getRemedy());
    }
  }

  @Test
  public void aRollbackHasNoTarget() throws Exception {
    check(
        "cannot roll back the sandbox '" + folder.file("releases")
            + "': no other release is known to work",
        "list the releases with the status of the device", () -> device.rollBack(null));
    check(
        "'abc' is not a tree hash", "write 64 lowercase hexadecimal digits, or 'embedded'",
        () -> device.rollBack("abc"));
    check(
        "'abc' is not a tree hash", "write 64 lowercase hexadecimal digits",
        () -> device.unblock("abc"));
    assertNull(device.launch(first, LaunchKind.FOREGROUND).getFailure());
  }
}
