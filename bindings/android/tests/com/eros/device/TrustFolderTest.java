package com.eros.device;

import static org.junit.Assert.assertArrayEquals;
import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertNull;
import static org.junit.Assert.assertTrue;
import static org.junit.Assert.fail;

import android.system.ErrnoException;
import android.system.Os;
import android.system.OsConstants;
import java.io.File;
import java.nio.file.Files;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.After;
import org.junit.Before;
import org.junit.Test;

/** The folder of trusted metadata. */
public final class TrustFolderTest {
  private static final Folder.Preparation NOTHING =
      () -> {
        throw new AssertionError("the stored metadata was deleted");
      };

  private TestRepository repository;
  private TestFolder temporary;
  private Folder folder;

  @Before
  public void setUp() throws Exception {
    repository = new TestRepository();
    temporary = new TestFolder();
    folder = Folder.open(temporary.file.getPath());
  }

  @After
  public void tearDown() throws Exception {
    Os.hook = null;
    Os.readHook = null;
    temporary.close();
  }

  private TrustFolder open() throws ErosException {
    return new TrustFolder(folder, 0);
  }

  private TrustUpdate update() throws ErosException {
    try (TrustFolder trust = open()) {
      TrustUpdate update = new TrustUpdate(
          repository, trust.load(), repository.pinnedRoot(), TestRepository.START, new TrustLimits());
      update.refresh();
      return update;
    }
  }

  /** Returns the files in the folder as texts, without the lock. */
  private Map<String, String> files() throws Exception {
    Map<String, String> files = new TreeMap<>();
    for (File file : temporary.file.listFiles()) {
      if (!file.getName().equals("lock")) files.put(file.getName(), Utf8.decode(Files.readAllBytes(file.toPath())));
    }
    return files;
  }

  private void write(String name, String text) throws Exception {
    Files.write(temporary.file(name).toPath(), Utf8.encode(text));
  }

  private String text(String path) {
    return Utf8.decode(repository.files.get(path));
  }

  @Test
  public void anUpdateStoresTheFilesOfTheSwiftLibrary() throws Exception {
    update();
    Map<String, String> expected = new TreeMap<>();
    expected.put("root.json", text("1.root.json"));
    expected.put("root-copy", text("1.root.json"));
    expected.put("timestamp.json", text("timestamp.json"));
    expected.put("snapshot.json", text("1.snapshot.json"));
    expected.put("targets.json", text("1.targets.json"));
    expected.put("known-roots", Hashing.sha256(repository.pinnedRoot()) + "\n");
    assertEquals(expected, files());
    repository.rotate("timestamp");
    repository.publish("root", "targets", "snapshot", "timestamp");
    update();
    expected.put("root.json", text("2.root.json"));
    String digest = Hashing.sha256(repository.files.get("2.root.json"));
    assertEquals(expected.get("known-roots") + digest + "\n", files().get("known-roots"));
    assertEquals(expected.get("root.json"), files().get("root.json"));
    assertEquals(expected.keySet(), files().keySet());
  }

  @Test
  public void otherItemsAreIgnoredAndKept() throws Exception {
    write("notes.txt", "1");
    write(".root.json.eros-staged", "2");
    assertTrue(temporary.file("folder.json").mkdir());
    assertTrue(temporary.file("timestamp.json").mkdir());
    Files.write(temporary.file("large.json").toPath(), new byte[9 << 20]);
    write("root.json", "4");
    try (TrustFolder trust = open()) {
      StoredMetadata stored = trust.load();
      assertEquals("[large.json, root.json]", stored.names().toString());
      assertNull(stored.contents("large.json"));
      stored.store("timestamp.json", new byte[] {5});
      fail("a folder was replaced");
    } catch (FileException error) {
      assertEquals(FileException.Operation.RENAME, error.operation);
    }
    assertFalse(temporary.file(".root.json.eros-staged").exists());
    assertTrue(temporary.file("notes.txt").exists());
  }

  @Test
  public void filesOfDelegatedRolesAreReadOnlyOnDemand() throws Exception {
    repository.delegate("a/b", "targets", false, "a/*");
    repository.addTarget("a/b", "a/1", null);
    repository.publish("a/b", "targets", "snapshot", "timestamp");
    try (TrustFolder trust = open()) {
      TrustUpdate update = new TrustUpdate(
          repository, trust.load(), repository.pinnedRoot(), TestRepository.START, new TrustLimits());
      update.refresh();
      update.find("a/1");
      repository.requests.clear();
      StoredMetadata stored = trust.load();
      Files.write(temporary.file("a%2Fb.json").toPath(), repository.files.get("1.a%2Fb.json"));
      assertArrayEquals(repository.files.get("1.a%2Fb.json"), stored.contents("a%2Fb.json"));
      update = new TrustUpdate(repository, stored, null, TestRepository.START, new TrustLimits());
      update.refresh();
      assertEquals(3, update.find("a/1").length);
      assertEquals(Arrays.asList("2.root.json", "timestamp.json"), repository.requests);
    }
  }

  @Test
  public void aSecondUpdateWaitsForTheLock() throws Exception {
    TrustFolder first = open();
    try {
      open();
      fail("two updates");
    } catch (FileException error) {
      assertEquals(ErosException.BUSY, error.getCode());
    }
    first.close();
    open().close();
  }

  @Test
  public void anUpdateContinuesAfterAKillAndAFailingDisk() throws Exception {
    update();
    Map<String, String> old = files();
    repository.rotate("root");
    repository.rotate("timestamp");
    repository.publish("root", "targets", "snapshot", "timestamp");
    update();
    Map<String, String> complete = files();
    int points = 0;
    for (int errno : new int[] {0, OsConstants.ENOSPC}) {
      for (int count = 0; ; count++, points++) {
        for (String name : files().keySet()) Files.delete(temporary.file(name).toPath());
        for (Map.Entry<String, String> file : old.entrySet()) write(file.getKey(), file.getValue());
        if (isComplete(count, errno)) break;
        update();
        assertEquals("call " + count, complete, files());
      }
    }
    assertTrue("only " + points, points > 60);
  }

  /** Updates; the call {@code count} that changes a file fails, or, without an error number, all later ones too. */
  private boolean isComplete(int count, int errno) throws Exception {
    int[] calls = {0};
    Os.hook = (call, path) -> {
      int number = calls[0]++;
      if (errno == 0 ? number >= count : number == count) {
        throw new ErrnoException(call, errno == 0 ? OsConstants.EIO : errno);
      }
    };
    try {
      update();
    } catch (FileException error) {
      assertTrue(calls[0] > count);
    } finally {
      Os.hook = null;
    }
    return calls[0] <= count;
  }

  @Test
  public void aFileThatCannotBeReadEndsTheUpdate() throws Exception {
    update();
    Map<String, String> files = files();
    String unreadable = temporary.file("timestamp.json").getPath();
    Os.readHook = (call, path) -> {
      if (path.equals(unreadable)) throw new ErrnoException(call, OsConstants.EACCES);
    };
    try {
      update();
      fail("the file counts as missing");
    } catch (FileException error) {
      assertEquals(OsConstants.EACCES, error.errno);
      assertEquals(unreadable, error.path);
    }
    Os.readHook = null;
    assertEquals(files, files());
  }

  // The root metadata of the app

  private boolean trusts(byte[] root, Folder.Preparation leaving) throws ErosException {
    try (TrustFolder trust = open()) {
      return trust.trustAppRoot(root, new TrustLimits(), leaving);
    }
  }

  @Test
  public void onlyAnUnknownRootThatIsNotNewerBelongsToAnotherStore() throws Exception {
    assertFalse(trusts(repository.pinnedRoot(), NOTHING));
    update();
    assertFalse(trusts(repository.pinnedRoot(), NOTHING));
    // Without a list, no root belongs to another store.
    Files.delete(temporary.file("known-roots").toPath());
    assertFalse(trusts(repository.pinnedRoot(), NOTHING));
    repository.publish("root");
    // An app with newer root metadata of the same store.
    assertFalse(trusts(repository.files.get("2.root.json"), NOTHING));
    update();
    assertFalse(trusts(repository.pinnedRoot(), NOTHING));
    TestRepository other = new TestRepository();
    boolean[] isLeaving = {false};
    Folder.Preparation leaving = new Folder.Preparation() {
      @Override
      public void prepare() throws ErosException {
        isLeaving[0] = names().contains("targets.json");
      }
    };
    assertTrue(trusts(other.pinnedRoot(), leaving));
    assertTrue(isLeaving[0]);
    assertEquals("{known-roots=" + Hashing.sha256(other.pinnedRoot()) + "\n}", files().toString());
    assertFalse(trusts(other.pinnedRoot(), NOTHING));
    repository = other;
    update();
    assertEquals(text("1.root.json"), files().get("root.json"));
  }

  private List<String> names() {
    return Arrays.asList(temporary.file.list());
  }

  @Test
  public void aDamagedRootOfTheAppIsRefused() throws Exception {
    update();
    Map<String, String> files = files();
    byte[] root = repository.pinnedRoot();
    for (byte[] bytes : new byte[][] {Arrays.copyOf(root, root.length - 1), new byte[600_000], Bytes.EMPTY}) {
      try {
        trusts(bytes, NOTHING);
        fail("accepted");
      } catch (TrustException error) {
        assertEquals(files, files());
      }
    }
  }

  @Test
  public void knownRootsAreLimited() {
    KnownRoots known = new KnownRoots(Utf8.encode("x\n" + Hashing.sha256(new byte[1]) + "\n\n"));
    assertFalse(known.add(new byte[1]));
    for (int length = 2; length < 600; length++) assertTrue(known.add(new byte[length]));
    assertEquals(KnownRoots.MAXIMUM_LENGTH, known.bytes().length);
    assertTrue(known.add(new byte[1]));
    assertFalse(known.add(new byte[599]));
  }
}
