package com.eros.device;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertNull;
import static org.junit.Assert.assertTrue;
import static org.junit.Assert.fail;

import org.junit.Test;

/** JSON, versions, paths, times and stacks. */
public final class ValueTest {
  private static void isRefused(String text) {
    try {
      JsonReader.read(Utf8.encode(text));
      fail("accepted: " + text);
    } catch (JsonException error) {
      assertFalse(error.getMessage().isEmpty());
    }
  }

  @Test
  public void ambiguousJsonIsRefused() {
    for (String text : new String[] {
      "", " ", "[1,]", "{\"a\":1,\"a\":2}", "{\"a\":1,\"\\u0061\":2}", "{a:1}", "01", "+1", "1.",
      ".5", "1e", "1x", "-", "NaN", "[1] 2", "\"\\ud800\"", "\"\\x\"", "\"\t\"", "\"a", "[", "{",
      "// c\n1", "/* c */1", "tru", "\ufeff1", "{\"\u00e9\":1,\"e\u0301\":2}", "[1 2]", "{\"a\" 1}",
      "1\u0000",
    }) {
      isRefused(text);
    }
    StringBuilder deep = new StringBuilder();
    for (int count = 0; count < 65; count++) deep.append('[');
    isRefused(deep.toString());
  }

  @Test
  public void illFormedUtf8IsRefused() {
    int[][] texts = {
      {'"', 0xC0, 0x80, '"'}, {'"', 0xED, 0xA0, 0x80, '"'}, {'"', 0xF4, 0x90, 0x80, 0x80, '"'},
      {'"', 0xE2, 0x82, '"'}, {'"', 0x80, '"'}, {'1', 0}, {0xFF, 0xFE},
    };
    for (int[] text : texts) {
      byte[] bytes = new byte[text.length];
      for (int index = 0; index < text.length; index++) bytes[index] = (byte) text[index];
      try {
        JsonReader.read(bytes);
        fail("accepted");
      } catch (JsonException error) {
        assertFalse(error.getMessage().isEmpty());
      }
    }
  }

  @Test
  public void jsonIsWrittenAsItWasRead() throws Exception {
    String text = "{\"a\":[1,-0,1.50e+3,true,false,null],\"b\":{},\"c\":[],"
        + "\"d\":\"\\\"\\\\\\b\\t\\n\\f\\r\\u0001é😀/\"}";
    assertEquals(text, JsonWriter.text(JsonReader.read(Utf8.encode(text))));
  }

  @Test
  public void versionsAreOrdered() {
    String[] ordered = {
      "0", "1.0.0-alpha", "1.0.0-alpha.1", "1.0.0-alpha.beta", "1.0.0-beta.2", "1.0.0-beta.10",
      "1.0.0-rc", "1", "1.0.1", "1.1", "2", "10", "18446744073709551615"
    };
    for (int left = 0; left < ordered.length; left++) {
      for (int right = 0; right < ordered.length; right++) {
        int order = NativeVersion.parse(ordered[left])
            .compareTo(NativeVersion.parse(ordered[right]));
        assertEquals(
            ordered[left] + " " + ordered[right], Integer.signum(left - right),
            Integer.signum(order));
      }
    }
    assertEquals(NativeVersion.parse("1.0"), NativeVersion.parse("1.0.0.0"));
    for (String text : new String[] {
      "", "v1", "1.", ".1", "1..2", "1-", "1-a..b", "1-é", "1.2.3.4.5.6.7.8.9", "-1", "1 ",
      "18446744073709551616", "1-18446744073709551616"
    }) {
      assertNull(text, NativeVersion.parse(text));
    }
  }

  @Test
  public void timesAreParsedStrictly() {
    assertEquals(Long.valueOf(0), UtcTime.parse("1970-01-01T00:00:00Z"));
    assertEquals("2024-02-29T12:34:56Z", UtcTime.text(UtcTime.parse("2024-02-29T12:34:56Z")));
    assertEquals("9999-12-31T23:59:59.999Z", UtcTime.longText(Manifest.MAXIMUM_TIMESTAMP));
    for (String text : new String[] {
      "2023-02-29T00:00:00Z", "2023-13-01T00:00:00Z", "2023-00-01T00:00:00Z",
      "2023-01-01T24:00:00Z", "2023-01-01 00:00:00Z", "2023-1-01T00:00:00Z", "0000-01-01T00:00:00Z"
    }) {
      assertNull(text, UtcTime.parse(text));
    }
  }

  @Test
  public void pathsAreCanonical() throws Exception {
    assertEquals("é.js", BundlePath.of("e\u0301.js").text);
    assertNull(BundlePath.canonical("e\u0301.js"));
    NameTable names = new NameTable();
    assertNull(names.add(BundlePath.of("pages/Straße.js"), false));
    assertTrue(names.add(BundlePath.of("pages/STRASSE.js"), false).contains("distinguish"));
    assertTrue(names.add(BundlePath.of("Pages/x.js"), false).contains("distinguish"));
    assertTrue(names.add(BundlePath.of("pages"), false).contains("both"));
    assertNull(names.add(BundlePath.of("pages"), true));
    assertEquals("duplicate name", names.add(BundlePath.of("pages"), true));
  }

  @Test
  public void framesOfAllEnginesHaveOneForm() {
    String expected = StackHash.of("priceOf@file:///a/index.js:3:14");
    for (String frame : new String[] {
      "    at priceOf (/data/index.js:3:14)", "at async Cart.priceOf (webpack:///./x/index.js?y:3:14)",
      "    at priceOf (address at pages/index.js:3:13)", "priceOf@index.js#x:3:14",
    }) {
      assertEquals(frame, expected, StackHash.of("TypeError: x\n" + frame + "\nend"));
    }
    assertNull(StackHash.of("TypeError: at 12:30 it failed"));
    assertNull(StackHash.of("f@3:4"));
  }

  @Test
  public void aStateSurvivesItsJson() throws Exception {
    SandboxState state = new SandboxState();
    InstalledRelease release = new InstalledRelease(
        Hashing.sha256(Bytes.EMPTY), 5, "1.0", null, Hashing.sha256(new byte[1]),
        Hashing.sha256(new byte[2]), Hashing.sha256(new byte[3]), 7, 8, 9);
    state.confirmed.add(release);
    state.trial = new SandboxState.Trial(release, "t", 1, 2);
    state.embedded = new SandboxState.Embedded(
        release, release.zip, new NativeApp(NativeVersion.parse("1.0"), NativeApp.ANDROID));
    state.blocked.add(
        new SandboxState.Blocked(release.tree, SandboxState.Blocked.ROLLED_BACK, 3));
    state.retried.add(new SandboxState.Retried(release.tree, 4));
    state.applied.add(release.tree);
    state.withdrawn.add(release.tree);
    state.lastConfirmed = new SandboxState.Confirmed(release.tree, "t");
    String text = JsonWriter.text(StateJson.write(state));
    SandboxState read = StateJson.read(JsonReader.read(Utf8.encode(text)));
    assertEquals(state, read);
    assertEquals(text, JsonWriter.text(StateJson.write(read)));
    try {
      StateJson.read(JsonReader.read(Utf8.encode(text.replace("\"count\":4", "\"count\":4,\"x\":1"))));
      fail("an unknown field was accepted");
    } catch (JsonException error) {
      assertTrue(error.getMessage().contains("unknown field"));
    }
  }
}
