package com.eros.device;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertNotNull;
import static org.junit.Assert.assertNull;
import static org.junit.Assert.assertTrue;
import static org.junit.Assert.fail;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import org.junit.Before;
import org.junit.Test;

/** What the signed metadata of a channel and of the brake means for a device. */
public final class ChannelTest {
  private static final String TREE = Hashing.sha256(new byte[1]);
  private static final String ROLE = "my-app-production";
  private static final ChannelName CHANNEL = ChannelName.parse("my-app/production");

  private TestRepository repository;
  private TestDevice device;
  private ChannelReader reader;

  @Before
  public void setUp() throws Exception {
    repository = new TestRepository();
    repository.delegate(ROLE, "targets", true, "my-app/production/*/*");
    device = new TestDevice(repository);
  }

  private static JsonObject json(String text) throws JsonException {
    return JsonReader.read(Utf8.encode(text.replace('\'', '"'))).object();
  }

  private static JsonObject release(long number) {
    return new JsonObject().put("seq", number).put("tree", TREE).put("jsVersion", TREE.substring(0, 32))
        .put("built", 1).put("native", JsonValue.of(new JsonObject().put("android", "1.2")))
        .put("rollout", 2500).put("salt", "ab");
  }

  private void add(String file, JsonObject eros) {
    repository.addTarget(ROLE, "my-app/production/" + file, eros);
  }

  private ChannelContents read() throws Exception {
    repository.publish(ROLE, "targets", "snapshot", "timestamp");
    reader = new ChannelReader(repository, device, device.pinnedRoot, device.now, device.limits);
    repository.requests.clear();
    reader.readTopLevel();
    return reader.read(CHANNEL);
  }

  private String reason() throws Exception {
    try {
      read();
    } catch (ChannelException error) {
      return error.getMessage();
    }
    fail("accepted");
    return null;
  }

  // Channels

  @Test
  public void aChannelIsReadFromItsOwnRole() throws Exception {
    add("7/bundle.zip", release(7));
    JsonObject last = release(9).put("restores", 7).put("urgency", "critical").put("size", 5).put("kind", "routes");
    add("9/bundle.zip", last);
    add("9/from-" + TREE.substring(0, 12) + ".erosdelta", new JsonObject().put("from", TREE));
    add("9/history.json", null);
    add("8/testers.json", null);
    add("9/from-1-2.erosdelta2", null);
    ChannelContents contents = read();
    assertTrue(reader.hasVerified());
    assertTrue(reader.hasChannel(CHANNEL));
    assertFalse(reader.hasChannel(ChannelName.parse("my-app/beta")));
    assertEquals(TestRepository.START + 30 * TestRepository.DAY, reader.expires());
    assertEquals(9, contents.releases.get(0).number);
    assertEquals(7, contents.releases.get(1).number);
    ChannelRelease newest = contents.releases.get(0);
    assertEquals(TREE, newest.deltas.get(0).from);
    assertEquals("1.2", newest.android);
    assertNull(newest.ios);
    assertEquals("critical", newest.urgency);
    assertEquals(7, newest.restores);
    assertEquals(5, newest.pagesSize);
    assertTrue(newest.isRoutes);
    assertEquals("my-app/production/8/testers.json", contents.testersPath);
    assertEquals(2500, newest.effectiveRollout());
    assertTrue(newest.includesTesters());
    assertEquals(
        "my-app/production/9/" + newest.bundle.digest + ".bundle.zip",
        newest.bundle.consistentPath(CHANNEL.path(9, ChannelRelease.BUNDLE_NAME)));
  }

  @Test
  public void aChannelWithoutAPublicationIsNotRequested() throws Exception {
    repository.publish("targets", "snapshot", "timestamp");
    reader = new ChannelReader(repository, device, device.pinnedRoot, device.now, device.limits);
    assertFalse(reader.hasVerified());
    reader.readTopLevel();
    assertTrue(reader.hasChannel(CHANNEL));
    assertNull(reader.read(CHANNEL));
  }

  @Test
  public void anotherRoleIsNotAChannel() throws Exception {
    for (String[] change : new String[][] {
      {"terminating", "false"}, {"paths", "['my-app/production/*']"}, {"paths", "['my-app/production/*/*', 'x']"},
      {"name", "'my-app-beta'"},
    }) {
      setUp();
      JsonValue value = json("{'x':" + change[1] + "}").get("x");
      repository.delegation("targets").put(change[0], value);
      repository.publish("targets", "snapshot", "timestamp");
      reader = new ChannelReader(repository, device, device.pinnedRoot, device.now, device.limits);
      reader.readTopLevel();
      assertFalse(change[0], reader.hasChannel(CHANNEL));
    }
  }

  @Test
  public void aNameInTheStoreThatIsTooLongIsMissing() throws Exception {
    String role = ROLE + new String(new char[180]).replace('\0', 'x');
    assertTrue(RoleName.hasValidLength(role.substring(0, 195)));
    repository.delegate(role.substring(0, 195), "targets", false, "*");
    repository.publish(role.substring(0, 195));
    add("7/bundle.zip", release(7));
    assertEquals(7, read().releases.get(0).number);
    for (String path : repository.requests) assertTrue(path.length() <= 200);
  }

  @Test
  public void releasesOfAnyOtherFormAreRefused() throws Exception {
    for (String change : new String[] {
      "'seq':8", "'seq':0", "'seq':2147483649", "'tree':'A'", "'jsVersion':'1'", "'built':-1", "'native':1",
      "'native':{'ios':1}", "'rollout':10001", "'rollout':-1", "'salt':1", "'paused':'true'", "'retries':1000001",
      "'urgency':1", "'notes':1", "'localizedNotes':[]", "'localizedNotes':{'en':1}", "'restores':8", "'restores':0",
      "'kind':'x'", "'surface':1", "'rehearsal':1", "'rehearsal':{}", "'rehearsal':{'result':'passed'}",
      "'rehearsal':{'result':'notJudged','engine':'e','pages':-1}", "'size':9007199254740993", "'size':-1",
      "'plan':1", "'plan':{'steps':[],'stopAt':200,'start':0}",
      "'plan':{'steps':[{'rollout':2500,'time':1}],'stopAt':200,'start':0}",
      "'plan':{'steps':[{'rollout':2500},{'rollout':2500}],'stopAt':200,'start':0}",
      "'plan':{'steps':[{'rollout':0}],'stopAt':200,'start':0}",
      "'plan':{'steps':[{'rollout':2500}],'stopAt':109,'start':0}",
      "'plan':{'steps':[{'rollout':2500}],'stopAt':200}",
    }) {
      JsonObject release = release(7);
      JsonObject changes = json("{" + change + "}");
      for (String key : changes.keys()) release.put(key, changes.get(key));
      add("7/bundle.zip", release);
      assertTrue(change, reason().contains("is malformed"));
    }
    add("7/bundle.zip", null);
    assertTrue(reason().contains("lacks 'eros'"));
    add("7/bundle.zip", release(7));
    assertNotNull(read());
    add("7/from-0.erosdelta", new JsonObject().put("from", TREE));
    assertTrue(reason().contains("differs from its name"));
  }

  @Test
  public void onlyPathsOfReleasesAreAccepted() throws Exception {
    for (String file : new String[] {
      "7", "07/bundle.zip", "0/bundle.zip", "-1/x", "7/8/x", "9223372036854775808/x", "x/y",
    }) {
      add(file, release(7));
      assertTrue(file, reason().contains("is not the path of a release"));
      repository.roles.get(ROLE).put("targets", JsonValue.of(new JsonObject()));
    }
  }

  @Test
  public void fieldsOfTheChannelAreChecked() throws Exception {
    add("7/bundle.zip", release(7));
    for (String eros : new String[] {
      "1", "{'publicURL':1}", "{'lostRelease':-1}", "{'embedded':1}", "{'embedded':[{}]}",
      "{'embedded':[{'tree':'" + TREE + "','jsVersion':'1','built':1}]}",
    }) {
      repository.roles.get(ROLE).put("eros", json("{'x':" + eros + "}").get("x"));
      assertTrue(eros, reason().contains("is malformed"));
    }
    repository.roles.get(ROLE).put(
        "eros",
        JsonValue.of(
            json(
                "{'publicURL':'u','lostRelease':9,'later':1,'embedded':[{'tree':'" + TREE + "','jsVersion':'"
                    + TREE.substring(0, 32) + "','built':1,'native':'1'}]}")));
    assertEquals(1, read().releases.size());
  }

  @Test
  public void namesOfChannels() {
    for (String name : new String[] {"a/b", "my-app/production", "_1.x/2-", "A/B"}) {
      assertEquals(name, ChannelName.parse(name).toString());
    }
    String longName = new String(new char[81]).replace('\0', 'a');
    for (String name : new String[] {
      "", "a", "a/", "/b", "a/b/c", "-a/b", ".a/b", "a/*", "a b/c", "é/b", longName + "/b", "a/b\n",
    }) {
      assertNull(name, ChannelName.parse(name));
    }
  }

  // Notes

  @Test
  public void notesHaveCanonicalTags() throws Exception {
    String[][] tags = {
      {"EN", "en"}, {"zh-hans-cn", "zh-Hans-CN"}, {"es-419", "es-419"}, {"DE-1996", "de-1996"},
      {"el-polyton", "el-polyton"}, {"abcde", "abcde"}, {"sr-latn-rs-ekavsk", "sr-Latn-RS-ekavsk"},
    };
    for (String[] tag : tags) assertEquals(tag[1], LocalizedNotes.canonicalTag(tag[0]));
    for (String tag : new String[] {
      "", "a", "abcd", "en-", "-en", "en-a", "en-x-y", "en-u-ca", "i-klingon", "en--us", "en-us-cn", "en-abcd-efgh",
      "é", "abcdefghi", "de-1996-1996-1996-1996-1996-1996-1996", "\u212a-us",
    }) {
      assertNull(tag, LocalizedNotes.canonicalTag(tag));
    }
    String longText = new String(new char[1001]).replace('\0', 'x');
    StringBuilder members = new StringBuilder("{'x-y':'ignored','de':'" + longText + "'");
    for (int index = 1100; index < 1140; index++) members.append(",'en-" + index + "':'text'");
    LocalizedNotes notes = new LocalizedNotes(json(members + "}"));
    assertEquals(32, notes.texts.size());
    assertFalse(notes.texts.containsKey("de"));
    assertTrue(new LocalizedNotes(null).texts.isEmpty());
  }

  // The brake

  private void brake(String eros) throws Exception {
    if (!repository.roles.containsKey("brake")) repository.delegate("brake", "targets", false, "brake/*");
    repository.roles.get("brake").put("eros", JsonValue.of(json(eros)));
    repository.publish("brake");
  }

  private static String plan(long... shares) {
    List<String> steps = new ArrayList<>();
    for (long share : shares) steps.add("{'rollout':" + share + (share < 10000 ? ",'time':5}" : "}"));
    return "{'start':0,'stopAt':200,'steps':" + steps + "}";
  }

  @Test
  public void theBrakeLowersARolloutAndBeginsStepsOfThePlan() throws Exception {
    add("7/bundle.zip", release(7).put("plan", JsonValue.of(json(plan(2500, 5000, 10000)))));
    add("8/bundle.zip", release(8).put("plan", JsonValue.of(json(plan(100, 10000)))));
    add("9/bundle.zip", release(9).put("paused", JsonValue.of(true)));
    assertEquals(2500, read().releases.get(2).effectiveRollout());
    brake("{'brake':{},'steps':{'my-app/production':[{'seq':7,'step':2,'time':1},{'seq':8,'step':2,'time':1}]}}");
    ChannelContents contents = read();
    assertEquals(5000, contents.releases.get(2).effectiveRollout());
    // A plan whose first share is not the rollout is ignored.
    assertEquals(2500, contents.releases.get(1).effectiveRollout());
    assertTrue(contents.releases.get(0).isStopped());
    assertTrue(contents.releases.get(0).includesTesters());
    brake("{'brake':{'my-app/production':[{'seq':7,'rollout':300,'time':1,'reason':'r'},"
        + "{'seq':8,'rollout':0,'time':1}],'my-app/beta':[{'seq':9,'rollout':0,'time':1}]}}");
    contents = read();
    assertEquals(300, contents.releases.get(2).effectiveRollout());
    assertFalse(contents.releases.get(2).includesTesters());
    assertFalse(contents.releases.get(2).isStopped());
    assertTrue(contents.releases.get(1).isStopped());
    assertEquals(2500, contents.releases.get(0).effectiveRollout());
    // The plan does not have the fourth step.
    brake("{'brake':{},'steps':{'my-app/production':[{'seq':7,'step':4,'time':1}]}}");
    assertEquals(2500, read().releases.get(2).effectiveRollout());
    brake("{'brake':{'my-app/production':[{'seq':7,'rollout':10000,'time':1}]}}");
    assertTrue(read().releases.get(2).includesTesters());
  }

  @Test
  public void aMalformedBrakeEndsTheUpdate() throws Exception {
    add("7/bundle.zip", release(7));
    StringBuilder many = new StringBuilder();
    for (int number = 1; number <= 501; number++) {
      many.append(number == 1 ? "" : ",").append("{'seq':").append(number).append(",'rollout':0,'time':1}");
    }
    for (String limits : new String[] {
      "{'x':[]}", "{'a/b':1}", "{'a/b':[1]}", "{'a/b':[{'seq':0,'rollout':0,'time':1}]}",
      "{'a/b':[{'seq':1,'rollout':10001,'time':1}]}", "{'a/b':[{'seq':1,'rollout':1}]}",
      "{'a/b':[{'seq':1,'rollout':1,'time':1,'reason':1}]}",
      "{'a/b':[{'seq':1,'rollout':0,'time':1},{'seq':1,'rollout':0,'time':1}]}", "{'a/b':[" + many + "]}",
      "{},'steps':{'a/b':[{'seq':1,'step':1,'time':1}]}", "{},'steps':{'a/b':[{'seq':1,'step':17,'time':1}]}",
      "{},'steps':1",
    }) {
      brake("{'brake':" + limits + "}");
      assertTrue(limits, reason().contains("brake"));
    }
    brake("{'steps':{}}");
    assertTrue(reason().contains("lacks 'brake'"));
  }

  @Test
  public void aMissingOrLongBrakeEndsTheUpdate() throws Exception {
    add("7/bundle.zip", release(7));
    brake("{'brake':{}}");
    assertEquals(1, read().releases.size());
    repository.files.remove(repository.path("brake"));
    device = new TestDevice(repository);
    try {
      read();
      fail("the brake was lifted");
    } catch (TrustException error) {
      assertEquals(TrustException.Kind.MISSING, error.kind);
    }
    char[] padding = new char[Brake.MAXIMUM_LENGTH];
    Arrays.fill(padding, 'x');
    brake("{'brake':{},'padding':'" + new String(padding) + "'}");
    try {
      read();
      fail("accepted");
    } catch (TrustException error) {
      assertEquals(TrustException.Kind.ENDLESS_DATA, error.kind);
    }
  }

  @Test
  public void aBrakeThatWasNeverSignedHasNoLimits() throws Exception {
    repository.delegate("brake", "targets", false, "brake/*");
    add("7/bundle.zip", release(7));
    assertEquals(2500, read().releases.get(0).effectiveRollout());
  }

  // Testers

  @Test
  public void aDeviceFindsItselfInTheListOfTesters() throws Exception {
    String hash = Hashing.sha256(Utf8.encode("saltana@example.com"));
    String list = "{'version':1,'salt':'salt','testers':['" + hash + "']}";
    TesterList testers = new TesterList(Utf8.encode(list.replace('\'', '"')), CHANNEL);
    assertTrue(testers.contains(TesterList.identifier("\t Ana@Example.com ")));
    assertFalse(testers.contains("bob@example.com"));
    for (String text : new String[] {
      "", "[]", "{'version':2,'salt':'s','testers':[]}", "{'version':1,'salt':'','testers':[]}",
      "{'version':1,'salt':'" + TREE + "x','testers':[]}", "{'version':1,'salt':'s','testers':['x']}",
      "{'version':1,'salt':'s','testers':[" + String.join(",", Collections.nCopies(10_001, "'" + hash + "'")) + "]}",
    }) {
      try {
        new TesterList(Utf8.encode(text.replace('\'', '"')), CHANNEL);
        fail("accepted: " + text);
      } catch (ChannelException error) {
        assertEquals(ErosException.BAD_DATA, error.getCode());
      }
    }
    for (String text : new String[] {"", " \t", "a\nb", "a\u007fb", new String(new char[257]).replace('\0', 'a')}) {
      assertNull(TesterList.identifier(text));
    }
    assertEquals("ärger É", TesterList.identifier("ärger É"));
  }
}
