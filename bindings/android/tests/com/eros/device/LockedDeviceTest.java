package com.eros.device;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertNotNull;
import static org.junit.Assert.assertNull;
import static org.junit.Assert.assertTrue;
import static org.junit.Assert.fail;

import android.system.ErrnoException;
import android.system.Os;
import android.system.OsConstants;
import java.io.File;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.After;
import org.junit.Before;
import org.junit.Test;

/**
 * Files that are intact and cannot be read now, as on a locked phone or in a folder without permissions.
 *
 * <p>No call may take them for missing: each one fails with the name of a file, and changes nothing.
 */
public final class LockedDeviceTest {
  private static final int[] ERRORS = {OsConstants.EACCES, OsConstants.EPERM};

  /** A call of an app. */
  private interface Call {
    void run() throws Exception;
  }

  /** Chooses the system calls that fail. */
  private interface Fault {
    boolean hits(String call, String path);
  }

  private TestFolder folder;
  private File releases;
  private ErosDevice device;
  private BundleFiles first;
  private BundleFiles third;
  private int errno;

  @Before
  public void setUp() throws Exception {
    folder = new TestFolder();
    first = TestBundle.numbered(1).write(folder.file, "1.zip");
    third = TestBundle.numbered(3).write(folder.file, "3.zip");
  }

  @After
  public void tearDown() throws Exception {
    unlock();
    assertEquals("open files", 0, Os.openCount());
    folder.close();
  }

  private void open(String name) throws ErosException {
    releases = folder.file(name);
    device = ErosDevice.open(new DeviceOptions(releases).appVersion("2.0").lockTimeout(1));
  }

  private File file(String name) {
    return new File(releases, name);
  }

  private void lock(Fault fault) {
    Os.Hook hook =
        (call, path) -> {
          if (fault.hits(call, path)) throw new ErrnoException(call, errno);
        };
    Os.hook = hook;
    Os.readHook = hook;
  }

  private static void unlock() {
    Os.hook = null;
    Os.readHook = null;
  }

  /** Files that cannot be opened; their names, sizes and folders can be read and changed. */
  private boolean isLockedFile(String call, String path) {
    return call.equals("open") && path.startsWith(releases + "/")
        && Files.isRegularFile(new File(path).toPath(), LinkOption.NOFOLLOW_LINKS);
  }

  /** A folder of mode 000. */
  private boolean isInClosedFolder(String call, String path) {
    return path.startsWith(releases + "/") || call.equals("open") && path.equals(releases.getPath());
  }

  /** Returns the files with their contents, and the links with their targets. */
  private Map<String, String> files() throws Exception {
    Map<String, String> files = new TreeMap<>();
    List<Path> paths;
    try (Stream<Path> walk = Files.walk(releases.toPath())) {
      paths = walk.collect(Collectors.toList());
    }
    for (Path path : paths) {
      String text = Files.isSymbolicLink(path) ? "-> " + Files.readSymbolicLink(path)
          : Files.isDirectory(path) ? "folder" : Hashing.sha256(Files.readAllBytes(path));
      files.put(path.toString(), text);
    }
    return files;
  }

  private FileException denied(String name, Call call) throws Exception {
    try {
      call.run();
    } catch (FileException error) {
      assertEquals(name, errno, error.errno);
      assertTrue(name + ": " + error.path, (error.path + "/").startsWith(releases + "/"));
      assertTrue(name + ": " + error.getMessage(), error.getMessage().contains("'" + error.path + "'"));
      return error;
    } catch (ErosException error) {
      fail(name + ": " + error);
    }
    fail(name + ": no error");
    return null;
  }

  @Test
  public void noCallChangesFilesThatCannotBeRead() throws Exception {
    for (int denial : ERRORS) {
      for (boolean hasLinks : new boolean[] {true, false}) {
        errno = denial;
        String name = denial + "-" + hasLinks;
        checkCalls(name + "-files", hasLinks, this::isLockedFile);
        checkCalls(name + "-folder", hasLinks, this::isInClosedFolder);
      }
    }
  }

  private void checkCalls(String name, boolean hasLinks, Fault fault) throws Exception {
    open(name);
    device.launch(first, LaunchKind.FOREGROUND);
    device.stage(TestBundle.numbered(2).write(folder.file, "2.zip"));
    Launch trial = device.launch(first, LaunchKind.FOREGROUND);
    // The links could not be written, for example because the phone was locked before, too.
    for (String link : new String[] {"current", "bundle", "bundle.config", "bundle.zip"}) {
      if (!hasLinks) Files.delete(file(link).toPath());
    }
    File old = folder.file("old-" + name);
    new File(old, "bundle").mkdirs();
    Files.write(new File(old, "bundle.config").toPath(), Utf8.encode("{}"));
    Map<String, Call> calls = new LinkedHashMap<>();
    calls.put("launch", () -> device.launch(first, LaunchKind.FOREGROUND));
    calls.put("background launch", () -> device.launch(third, LaunchKind.BACKGROUND));
    calls.put("launch without a bundle", () -> device.launch(null, LaunchKind.FOREGROUND));
    calls.put("stage", () -> device.stage(third));
    calls.put("confirm", () -> device.confirm(trial.getToken()));
    calls.put("failed", () -> device.failed(trial.getToken(), "x"));
    calls.put("rollBack", () -> device.rollBack(null));
    calls.put("unblock", () -> device.unblock(null));
    calls.put("applyNow", () -> device.applyNow());
    calls.put("status", () -> device.status(false));
    calls.put("status with verification", () -> device.status(true));
    // The link is the record of a release if only files cannot be read.
    if (!hasLinks) calls.put("adopt", () -> device.adopt(old));

    Map<String, String> before = files();
    lock(fault);
    for (Map.Entry<String, Call> call : calls.entrySet()) {
      denied(name + ": " + call.getKey(), call.getValue());
    }
    JsonObject document = JsonReader.read(Utf8.encode(device.decisions())).object();
    assertEquals(name, "permission", document.get("stateFailure").string());
    unlock();
    assertEquals(name, before, files());

    Launch next = device.launch(first, LaunchKind.FOREGROUND);
    assertEquals(name, "trial", next.getReason());
    assertEquals(name, trial.getRelease(), next.getRelease());
    assertNull(name, next.getFailure());
    assertEquals(name, Confirmation.CONFIRMED, device.confirm(trial.getToken()));
    checkIntact(name);
  }

  private void checkIntact(String name) throws Exception {
    JsonObject status = JsonReader.read(Utf8.encode(device.status(true))).object();
    assertEquals(name, Boolean.TRUE, status.get("intact").bool());
  }

  @Test
  public void anErrorNamesTheFolderThatCannotBeListed() throws Exception {
    errno = OsConstants.EPERM;
    open("closed");
    device.launch(first, LaunchKind.FOREGROUND);
    lock(this::isInClosedFolder);
    FileException error = denied("status", () -> device.status(false));
    assertEquals(FileException.Operation.LIST, error.operation);
    assertEquals(releases.getPath(), error.path);
    assertEquals(ErosException.NOT_FOUND, error.getCode());
  }

  @Test
  public void aReleaseInStagingIsNotLost() throws Exception {
    for (int denial : ERRORS) {
      errno = denial;
      open("exchange" + denial);
      String own = device.launch(first, LaunchKind.FOREGROUND).getRelease();
      device.stage(TestBundle.numbered(2).write(folder.file, "2.zip"));
      Launch trial = device.launch(first, LaunchKind.FOREGROUND);
      device.confirm(trial.getToken());
      // A kill between the two renames of an exchange.
      String tree = trial.getRelease();
      String staging = file("staging").getPath();
      File release = file("releases/" + tree);
      File aside = file("staging/" + tree + ".aside");
      assertTrue(file("staging").mkdir());
      Files.move(release.toPath(), aside.toPath());

      List<Fault> faults = Arrays.asList(
          (call, path) -> call.equals("open") && path.equals(staging),
          (call, path) -> call.equals("lstat") && path.equals(release.getPath()),
          (call, path) -> call.equals("rename") && path.equals(release.getPath()));
      for (Fault fault : faults) {
        String name = denial + ", fault " + faults.indexOf(fault);
        lock(fault);
        Launch launch = device.launch(null, LaunchKind.FOREGROUND);
        unlock();
        assertEquals(name, own, launch.getRelease());
        assertNull(name, launch.getToken());
        assertNotNull(name, launch.getFailure());
        assertEquals(name, denial, ((FileException) launch.getFailure()).errno);
        assertTrue(name, aside.isDirectory());
      }
      Launch launch = device.launch(null, LaunchKind.FOREGROUND);
      assertEquals(tree, launch.getRelease());
      assertNull(launch.getFailure());
      checkIntact("" + denial);
    }
  }

  @Test
  public void aStagingAreaThatCannotBeListedIsNotCleared() throws Exception {
    for (int denial : ERRORS) {
      errno = denial;
      open("clear" + denial);
      File aside = file("staging/" + TestBundle.numbered(1).tree() + ".aside");
      assertTrue(aside.mkdirs());
      StagingArea staging = new StagingArea(Folder.open(releases.getPath()));
      lock((call, path) -> call.equals("open") && path.endsWith("/staging"));
      staging.clear();
      unlock();
      assertTrue(aside.isDirectory());
    }
  }

  @Test
  public void releasesThatCannotBeListedAreNotMissing() throws Exception {
    for (int denial : ERRORS) {
      errno = denial;
      open("releases" + denial);
      device.launch(first, LaunchKind.FOREGROUND);
      for (String name : new String[] {"current", "state.a.json", "state.b.json"}) {
        Files.deleteIfExists(file(name).toPath());
      }
      Map<String, String> before = files();
      String tree = file("releases/" + TestBundle.numbered(1).tree()).getPath();
      List<Fault> faults = new ArrayList<>();
      faults.add((call, path) -> call.equals("open") && path.equals(file("releases").getPath()));
      faults.add((call, path) -> path.equals(tree));
      faults.add((call, path) -> path.startsWith(tree + "/"));
      for (Fault fault : faults) {
        lock(fault);
        denied("launch", () -> device.launch(first, LaunchKind.FOREGROUND));
        denied("status", () -> device.status(false));
        denied("adopt", () -> device.adopt(adoptable()));
        Folder root = Folder.open(releases.getPath());
        denied("existsRelease", () -> ReleaseStore.existsRelease(root));
        unlock();
        Files.deleteIfExists(file("decisions").toPath());
        Map<String, String> after = files();
        for (Map<String, String> files : Arrays.asList(before, after)) {
          files.remove(file("decisions").getPath());
        }
        assertEquals(before, after);
      }
      Launch launch = device.launch(null, LaunchKind.FOREGROUND);
      assertEquals(TestBundle.numbered(1).tree(), launch.getRelease());
      assertNull(launch.getFailure());
      checkIntact("" + denial);
    }
  }

  private File adoptable() throws Exception {
    File old = folder.file("adoptable");
    new File(old, "bundle").mkdirs();
    Files.write(new File(old, "bundle.config").toPath(), Utf8.encode("{}"));
    return old;
  }

  @Test
  public void aConfigThatCannotBeReadIsNotReplaced() throws Exception {
    for (int denial : ERRORS) {
      errno = denial;
      open("config" + denial);
      Launch launch = device.launch(first, LaunchKind.FOREGROUND);
      Files.write(new File(launch.getFolder(), "pages/shared.js").toPath(), new byte[9]);
      Map<String, String> before = files();
      before.remove(file("decisions").getPath());
      int[] count = {0};
      lock(
          (call, path) ->
              call.equals("open") && path.endsWith("/" + launch.getRelease() + "/bundle.config")
                  && ++count[0] == 2);
      denied("launch", () -> device.launch(null, LaunchKind.FOREGROUND));
      unlock();
      assertEquals(2, count[0]);
      Map<String, String> after = files();
      after.remove(file("decisions").getPath());
      assertEquals(before, after);
      assertEquals("recovered", device.launch(null, LaunchKind.FOREGROUND).getReason());
      checkIntact("" + denial);
    }
  }

  @Test
  public void aLinkThatCannotBeReadIsNotMissing() throws Exception {
    for (int denial : ERRORS) {
      errno = denial;
      open("link" + denial);
      device.launch(first, LaunchKind.FOREGROUND);
      Fault fault = (call, path) -> call.equals("readlink") && path.endsWith("/current");
      // The state files show that it is a sandbox.
      lock(fault);
      device.status(false);
      Launch launch = device.launch(first, LaunchKind.FOREGROUND);
      assertEquals("confirmed", launch.getReason());
      assertTrue(launch.getNotes(), launch.getNotes().contains("/current': "));
      unlock();
      for (String name : new String[] {"state.a.json", "state.b.json"}) {
        Files.deleteIfExists(file(name).toPath());
      }
      TestFolder.delete(file("releases"));
      lock(fault);
      denied("status", () -> device.status(false));
      denied("launch", () -> device.launch(first, LaunchKind.FOREGROUND));
      denied("adopt", () -> device.adopt(adoptable()));
      unlock();
    }
  }

  @Test
  public void aFolderOfDownloadsThatCannotBeListedIsNotForeign() throws Exception {
    for (int denial : ERRORS) {
      errno = denial;
      open("downloads" + denial);
      assertTrue(file("downloads").mkdirs());
      lock((call, path) -> call.equals("open") && path.endsWith("/downloads"));
      denied("status", () -> device.status(false));
      denied("launch", () -> device.launch(first, LaunchKind.FOREGROUND));
      unlock();
      // A damaged one is foreign.
      Files.delete(file("downloads").toPath());
      Files.write(file("downloads").toPath(), new byte[1]);
      try {
        device.status(false);
        fail("the folder is a sandbox");
      } catch (SandboxException error) {
        assertEquals(SandboxException.Kind.NOT_SANDBOX, error.kind);
      }
      Files.delete(file("downloads").toPath());
      assertNull(device.launch(first, LaunchKind.FOREGROUND).getFailure());
    }
  }

  @Test
  public void aStateIsNotRebuiltWithoutAReleaseThatCannotBeRead() throws Exception {
    for (int denial : ERRORS) {
      errno = denial;
      open("rebuild" + denial);
      device.launch(first, LaunchKind.FOREGROUND);
      for (String name : new String[] {"state.a.json", "state.b.json"}) {
        Files.deleteIfExists(file(name).toPath());
      }
      lock((call, path) -> call.equals("open") && path.endsWith("/bundle.zip"));
      denied("stage", () -> device.stage(third));
      JsonObject document = JsonReader.read(Utf8.encode(device.decisions())).object();
      assertEquals("permission", document.get("stateFailure").string());
      unlock();
    }
  }
}
