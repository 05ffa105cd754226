package com.eros.device;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertNotNull;
import static org.junit.Assert.assertNull;
import static org.junit.Assert.assertTrue;
import static org.junit.Assert.fail;

import android.system.Os;
import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.After;
import org.junit.Before;
import org.junit.Test;

/** The life of a device: launches, trials, rollbacks, repairs and adoption. */
public final class DeviceTest {
  private TestFolder folder;
  private File releases;
  private ErosDevice device;
  private BundleFiles first;

  @Before
  public void setUp() throws Exception {
    folder = new TestFolder();
    releases = folder.file("releases");
    device = ErosDevice.open(new DeviceOptions(releases).appVersion("2.0"));
    first = TestBundle.numbered(1).write(folder.file, "first.zip");
  }

  @After
  public void tearDown() throws Exception {
    device.close();
    assertEquals("open files", 0, Os.openCount());
    folder.close();
  }

  private BundleFiles bundle(int number) throws Exception {
    return TestBundle.numbered(number).write(folder.file, number + ".zip");
  }

  private JsonObject status() throws Exception {
    return JsonReader.read(Utf8.encode(device.status(true))).object();
  }

  @Test
  public void theFirstLaunchInstallsTheEmbeddedBundle() throws Exception {
    Launch launch = device.launch(first, LaunchKind.FOREGROUND);
    assertEquals("first-run", launch.getReason());
    assertNull(launch.getToken());
    assertNull(launch.getNotes());
    assertEquals(TestBundle.numbered(1).tree(), launch.getRelease());
    byte[] page = Files.readAllBytes(new File(launch.getFolder(), "pages/home/index.js").toPath());
    assertEquals(
        Hex.encode(TestBundle.numbered(1).files.get("pages/home/index.js")), Hex.encode(page));
    assertEquals("confirmed", device.launch(first, LaunchKind.FOREGROUND).getReason());
    assertEquals(Boolean.TRUE, status().get("intact").bool());
  }

  @Test
  public void aStagedReleaseIsTriedAndConfirmed() throws Exception {
    device.launch(first, LaunchKind.FOREGROUND);
    assertEquals(Staging.STAGED, device.stage(bundle(2)));
    assertEquals("confirmed", device.launch(first, LaunchKind.BACKGROUND).getReason());
    Launch trial = device.launch(first, LaunchKind.FOREGROUND);
    assertEquals("trial", trial.getReason());
    assertEquals(Staging.ALREADY_ON_TRIAL, device.stage(bundle(2)));
    assertEquals(Confirmation.STALE_TOKEN, device.confirm("other"));
    assertEquals(Confirmation.CONFIRMED, device.confirm(trial.getToken()));
    assertEquals(Confirmation.CONFIRMED, device.confirm(trial.getToken()));
    Launch launch = device.launch(first, LaunchKind.FOREGROUND);
    assertEquals("confirmed", launch.getReason());
    assertEquals(trial.getRelease(), launch.getRelease());
    assertEquals(Staging.ALREADY_ACTIVE, device.stage(bundle(2)));
  }

  @Test
  public void aTrialWithoutConfirmationIsBlocked() throws Exception {
    device.launch(first, LaunchKind.FOREGROUND);
    device.stage(bundle(2));
    device.launch(first, LaunchKind.FOREGROUND);
    device.launch(first, LaunchKind.FOREGROUND);
    Launch launch = device.launch(first, LaunchKind.FOREGROUND);
    assertEquals("recovered", launch.getReason());
    assertTrue(launch.getNotes().contains("was not confirmed in 2 launches"));
    try {
      device.stage(bundle(2));
      fail("a blocked release was staged");
    } catch (ErosException error) {
      assertEquals(ErosException.CHECK_FAILED, error.getCode());
    }
    assertEquals(1, device.unblock(null));
    assertEquals(Staging.STAGED, device.stage(bundle(2)));
  }

  @Test
  public void theHostReportsAFailure() throws Exception {
    device.launch(first, LaunchKind.FOREGROUND);
    device.stage(bundle(2));
    Launch trial = device.launch(first, LaunchKind.FOREGROUND);
    assertEquals(Failure.NOTED, device.failed("other", "no"));
    String stack = "priceOf@file:///data/pages/index.js?x=1:1:2345\nglobal code@index.js:1:1";
    assertEquals(
        Failure.BLOCKED, device.failed(trial.getToken(), "x\r\ny", "TypeError", stack));
    JsonObject document = JsonReader.read(Utf8.encode(device.decisions())).object();
    JsonObject decision =
        document.get("decisions").array().get(document.get("decisions").array().size() - 1)
            .object();
    assertEquals("blocked", decision.get("outcome").string());
    assertEquals("x y", decision.get("detail").string());
    String hash = Hashing.sha256(Utf8.encode("priceOf@index.js:1:2345\n@index.js:1:1"));
    assertEquals(hash.substring(0, 16), decision.get("stackHash").string());
  }

  @Test
  public void aRollbackGoesToThePreviousRelease() throws Exception {
    String old = device.launch(first, LaunchKind.FOREGROUND).getRelease();
    device.stage(bundle(2));
    device.confirm(device.launch(first, LaunchKind.FOREGROUND).getToken());
    device.rollBack(null);
    assertEquals(old, device.launch(first, LaunchKind.FOREGROUND).getRelease());
    try {
      device.rollBack(null);
      fail("there is no older release");
    } catch (ErosException error) {
      assertEquals(ErosException.NOT_FOUND, error.getCode());
    }
  }

  @Test
  public void anUrgentReleaseIsAppliedAtOnce() throws Exception {
    device.launch(first, LaunchKind.FOREGROUND);
    assertNull(device.applyNow());
    device.stage(bundle(2));
    Launch applied = device.applyNow();
    assertEquals("trial", applied.getReason());
    device.confirm(applied.getToken());
    assertEquals(
        applied.getRelease(), device.launch(first, LaunchKind.FOREGROUND).getRelease());
  }

  @Test
  public void aDamagedPageIsRepaired() throws Exception {
    Launch launch = device.launch(first, LaunchKind.FOREGROUND);
    File page = new File(launch.getFolder(), "pages/shared.js");
    Files.write(page.toPath(), new byte[] {1, 2, 3, 4, 5, 6});
    assertEquals(Boolean.FALSE, status().get("intact").bool());
    JsonValue finding = status().get("findings").array().get(0);
    assertEquals("fileChanged", finding.object().get("code").string());
    Launch repaired = device.launch(null, LaunchKind.FOREGROUND);
    assertEquals("recovered", repaired.getReason());
    assertTrue(repaired.getNotes().contains("has been repaired"));
    assertEquals("shared", new String(Files.readAllBytes(page.toPath())));
    assertEquals(Boolean.TRUE, status().get("intact").bool());
  }

  @Test
  public void aLostReleaseIsReplacedByTheEmbeddedBundle() throws Exception {
    device.launch(first, LaunchKind.FOREGROUND);
    device.stage(bundle(2));
    Launch trial = device.launch(first, LaunchKind.FOREGROUND);
    device.confirm(trial.getToken());
    TestFolder.delete(trial.getFolder().getParentFile());
    Launch launch = device.launch(first, LaunchKind.FOREGROUND);
    assertEquals("recovered", launch.getReason());
    assertTrue(launch.getNotes().contains("has been removed"));
    assertEquals(TestBundle.numbered(1).tree(), launch.getRelease());
  }

  @Test
  public void aLostStateIsRebuilt() throws Exception {
    device.launch(first, LaunchKind.FOREGROUND);
    device.stage(bundle(2));
    String confirmed = device.launch(first, LaunchKind.FOREGROUND).getToken();
    device.confirm(confirmed);
    Files.delete(new File(releases, "state.a.json").toPath());
    Files.write(new File(releases, "state.b.json").toPath(), new byte[10]);
    Launch launch = device.launch(null, LaunchKind.FOREGROUND);
    assertEquals(TestBundle.numbered(2).tree(), launch.getRelease());
    assertTrue(launch.getNotes().contains("the state was lost"));
  }

  @Test
  public void aStateOfALaterVersionIsNotChanged() throws Exception {
    device.launch(first, LaunchKind.FOREGROUND);
    JsonObject file = new JsonObject().put("sequence", 9)
        .put("body", JsonValue.of(new JsonObject().put("new", 1)));
    file.put("sha256", Hashing.sha256(JsonWriter.compact(JsonValue.of(file))));
    Path path = new File(releases, "state.b.json").toPath();
    Files.write(path, JsonWriter.compact(JsonValue.of(file)));
    try {
      device.launch(first, LaunchKind.FOREGROUND);
      fail("the state was accepted");
    } catch (ErosException error) {
      assertEquals(ErosException.BAD_DATA, error.getCode());
    }
    assertEquals(JsonWriter.text(JsonValue.of(file)), new String(Files.readAllBytes(path)));
  }

  @Test
  public void theReleaseOfALegacyClientIsAdopted() throws Exception {
    TestBundle bundle = TestBundle.numbered(3);
    File old = folder.file("old");
    for (String name : bundle.files.keySet()) {
      File page = new File(old, "bundle/" + name);
      page.getParentFile().mkdirs();
      Files.write(page.toPath(), bundle.files.get(name));
    }
    Files.write(new File(old, "bundle/left.js").toPath(), new byte[1]);
    Files.write(new File(old, "bundle.config").toPath(), bundle.manifestBytes());
    assertEquals(Adoption.NOTHING_TO_ADOPT, device.adopt(folder.file("missing")));
    assertEquals(Adoption.ADOPTED, device.adopt(old));
    assertEquals(Adoption.ALREADY_INSTALLED, device.adopt(old));
    Launch launch = device.launch(first, LaunchKind.FOREGROUND);
    assertEquals(bundle.tree(), launch.getRelease());
    assertFalse(new File(launch.getFolder(), "left.js").exists());
  }

  @Test
  public void aReleaseForANewerAppWaits() throws Exception {
    device.launch(first, LaunchKind.FOREGROUND);
    TestBundle next = TestBundle.numbered(2);
    next.manifest.android = "2.1";
    next.manifest.iOS = "9";
    device.stage(next.write(folder.file, "next.zip"));
    assertEquals("confirmed", device.launch(first, LaunchKind.FOREGROUND).getReason());
    assertEquals("2.1", status().get("waitsForAppVersion").string());
    ErosDevice updated = ErosDevice.open(new DeviceOptions(releases).appVersion("2.1.0"));
    assertNotNull(updated.launch(first, LaunchKind.FOREGROUND).getToken());
  }

  @Test
  public void nothingIsLeftInTheFolder() throws Exception {
    device.launch(first, LaunchKind.FOREGROUND);
    device.stage(bundle(2));
    device.confirm(device.launch(first, LaunchKind.FOREGROUND).getToken());
    try (Stream<Path> names = Files.list(releases.toPath())) {
      assertEquals(
          "[bundle, bundle.config, bundle.zip, current, decisions, lock, releases, state.a.json, "
              + "state.b.json]",
          java.util.Arrays.toString(
              names.map(path -> path.getFileName().toString()).sorted().toArray()));
    }
  }

  @Test
  public void aForeignFolderIsNotTouched() throws Exception {
    releases.mkdirs();
    Files.write(new File(releases, "photo.jpg").toPath(), new byte[3]);
    try {
      device.launch(first, LaunchKind.FOREGROUND);
      fail("the folder was used");
    } catch (ErosException error) {
      assertEquals(ErosException.CANNOT_CREATE, error.getCode());
    }
    assertEquals(1, releases.list().length);
  }

  @Test
  public void anotherDeviceWaitsForTheLock() throws Exception {
    device.launch(first, LaunchKind.FOREGROUND);
    FolderLock lock = FolderLock.take(Folder.open(releases.getPath()), 0);
    ErosDevice other =
        ErosDevice.open(new DeviceOptions(releases).appVersion("2.0").lockTimeout(50));
    try {
      other.stage(bundle(2));
      fail("the lock was ignored");
    } catch (ErosException error) {
      assertEquals(ErosException.BUSY, error.getCode());
    }
    // A launch runs the release that is known to work.
    Launch launch = other.launch(first, LaunchKind.FOREGROUND);
    assertEquals(ErosException.BUSY, launch.getFailure().getCode());
    lock.release();
    assertNull(other.launch(first, LaunchKind.FOREGROUND).getFailure());
  }
}
