package com.eros.device;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertTrue;

import android.system.ErrnoException;
import android.system.Os;
import android.system.OsConstants;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.After;
import org.junit.Before;
import org.junit.Test;

/**
 * A kill, a failing disk and a full disk at every call that changes a file.
 *
 * <p>After each of them, the next launch must run a complete release that was allowed to run.
 */
public final class CrashTest {
  /** Ends a call as a kill would: nothing changes a file any more. */
  private static final class Killed extends Error {
    private static final long serialVersionUID = 1;
  }

  /** A call of an app. */
  private interface Call {
    void run(ErosDevice device) throws Exception;
  }

  private TestFolder folder;
  private BundleFiles first;
  private BundleFiles second;
  private BundleFiles third;
  private int points;

  @Before
  public void setUp() throws Exception {
    folder = new TestFolder();
    first = TestBundle.numbered(1).write(folder.file, "1.zip");
    second = TestBundle.numbered(2).write(folder.file, "2.zip");
    third = TestBundle.numbered(3).write(folder.file, "3.zip");
  }

  @After
  public void tearDown() throws Exception {
    Os.hook = null;
    folder.close();
  }

  private static ErosDevice device(File releases) throws ErosException {
    return ErosDevice.open(new DeviceOptions(releases).appVersion("2.0").lockTimeout(1));
  }

  private Call launch() {
    return device -> device.launch(first, LaunchKind.FOREGROUND);
  }

  private Call trial() {
    return device -> {
      device.stage(second);
      device.launch(first, LaunchKind.FOREGROUND);
    };
  }

  private Call confirmed() {
    return device -> {
      device.stage(second);
      device.confirm(device.launch(first, LaunchKind.FOREGROUND).getToken());
    };
  }

  @Test
  public void duringTheFirstLaunch() throws Exception {
    sweep(device -> {}, launch(), 1);
  }

  @Test
  public void duringStaging() throws Exception {
    sweep(launch(), device -> device.stage(second), 1, 2);
  }

  @Test
  public void duringALaunchThatStartsATrial() throws Exception {
    sweep(
        device -> {
          launch().run(device);
          device.stage(second);
        },
        launch(), 1, 2);
  }

  @Test
  public void duringAConfirmation() throws Exception {
    String[] token = {null};
    sweep(
        device -> {
          launch().run(device);
          device.stage(second);
          token[0] = device.launch(first, LaunchKind.FOREGROUND).getToken();
        },
        device -> device.confirm(token[0]), 1, 2);
  }

  @Test
  public void duringALaunchThatEndsATrial() throws Exception {
    sweep(
        device -> {
          launch().run(device);
          trial().run(device);
          launch().run(device);
        },
        launch(), 1, 2);
  }

  @Test
  public void duringARollback() throws Exception {
    sweep(
        device -> {
          launch().run(device);
          confirmed().run(device);
        },
        device -> device.rollBack(null), 1, 2);
  }

  @Test
  public void duringARepair() throws Exception {
    sweep(
        device -> {
          launch().run(device);
          confirmed().run(device);
          Launch launch = device.launch(first, LaunchKind.FOREGROUND);
          Files.write(new File(launch.getFolder(), "pages/shared.js").toPath(), new byte[9]);
        },
        launch(), 1, 2);
  }

  @Test
  public void duringTheStagingOfAThirdRelease() throws Exception {
    sweep(
        device -> {
          launch().run(device);
          confirmed().run(device);
          device.launch(first, LaunchKind.FOREGROUND);
        },
        device -> {
          device.stage(third);
          device.launch(first, LaunchKind.FOREGROUND);
        },
        1, 2, 3);
  }

  /** Runs {@code call} in a folder after {@code setUp}, with each fault at each point. */
  private void sweep(Call setUp, Call call, int... allowed) throws Exception {
    File base = folder.file("base");
    setUp.run(device(base));
    Set<String> trees = new HashSet<String>();
    for (int number : allowed) trees.add(TestBundle.numbered(number).tree());
    int count = count(base, call);
    assertTrue("points: " + count, count > 5);
    for (int point = 1; point <= count; point++) {
      for (int errno : new int[] {0, OsConstants.EIO, OsConstants.ENOSPC}) {
        File releases = copy(base);
        fault(releases, call, point, errno);
        check(releases, trees, "point " + point + " of " + count + ", error " + errno);
        TestFolder.delete(releases);
        points++;
      }
    }
    System.out.println(points + " points");
  }

  private int count(File base, Call call) throws Exception {
    File releases = copy(base);
    int[] count = {0};
    Os.hook = (name, path) -> count[0]++;
    try {
      call.run(device(releases));
    } finally {
      Os.hook = null;
    }
    TestFolder.delete(releases);
    return count[0];
  }

  /** Runs a call, and kills it at a point, or lets the system call fail. */
  private static void fault(File releases, Call call, int point, int errno) throws Exception {
    int[] count = {0};
    int open = Os.openCount();
    Os.hook =
        (name, path) -> {
          count[0]++;
          if (errno == 0 && count[0] >= point) throw new Killed();
          if (count[0] == point) throw new ErrnoException(name, errno);
        };
    try {
      call.run(device(releases));
    } catch (Killed killed) {
      assertEquals(0, errno);
    } catch (ErosException error) {
      assertTrue("" + error, errno != 0);
    } finally {
      Os.hook = null;
    }
    // A kill closes all files, but a failing disk must not leave one open.
    if (errno != 0) assertEquals("open files", open, Os.openCount());
    Os.closeAll();
  }

  private void check(File releases, Set<String> allowed, String point) throws Exception {
    try (ErosDevice device = device(releases)) {
      Launch launch = device.launch(first, LaunchKind.FOREGROUND);
      assertTrue(point + ": " + launch.getRelease(), allowed.contains(launch.getRelease()));
      assertEquals(point, null, launch.getFailure());
      JsonObject status = JsonReader.read(Utf8.encode(device.status(true))).object();
      assertEquals(point, Boolean.TRUE, status.get("intact").bool());
      if (launch.getToken() != null) {
        assertEquals(point, Confirmation.CONFIRMED, device.confirm(launch.getToken()));
      }
      Set<String> known = new HashSet<String>(
          Arrays.asList(
              "bundle", "bundle.config", "bundle.zip", "current", "decisions", "lock",
              "releases", "state.a.json", "state.b.json"));
      for (String name : releases.list()) assertTrue(point + ": " + name, known.contains(name));
    }
  }

  private File copy(File base) throws IOException {
    Path source = base.toPath();
    Path target = Files.createTempDirectory(folder.file.toPath(), "copy").resolve("releases");
    if (!base.exists()) return target.toFile();
    List<Path> paths;
    try (Stream<Path> walk = Files.walk(source)) {
      paths = walk.collect(Collectors.toList());
    }
    for (Path path : paths) {
      Files.copy(
          path, target.resolve(source.relativize(path).toString()),
          java.nio.file.LinkOption.NOFOLLOW_LINKS,
          java.nio.file.StandardCopyOption.COPY_ATTRIBUTES);
    }
    return target.toFile();
  }
}
