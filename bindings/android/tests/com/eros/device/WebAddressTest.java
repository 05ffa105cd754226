package com.eros.device;

import static org.junit.Assert.assertArrayEquals;
import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertNull;
import static org.junit.Assert.assertTrue;
import static org.junit.Assert.fail;

import java.util.Collections;
import org.junit.Test;

/** URLs and the header fields of responses, as in the tests of the Swift library. */
public final class WebAddressTest {
  @Test
  public void urlsAreParsedAndPrinted() throws Exception {
    for (String[] row : new String[][] {
      {"https://example.org", "https://example.org/"}, {"HTTP://Example.ORG:80/a", "http://example.org/a"},
      {"https://example.org:8443/a%20b/?q=1&r=%2F#part", "https://example.org:8443/a%20b/?q=1&r=%2F"},
      {"http://[::1]:8080/x", "http://[::1]:8080/x"}, {"http://127.0.0.1?", "http://127.0.0.1/?"},
      {"http://a_b-c.example/@:!$&'()*+,;=", "http://a_b-c.example/@:!$&'()*+,;="},
    }) {
      assertEquals(row[1], WebAddress.parse(row[0]).text());
    }
    String path = String.join("", Collections.nCopies(100_000, "x%20"));
    assertEquals("http://h/" + path, WebAddress.parse("http://h/" + path).text());
  }

  @Test
  public void malformedUrlsAreRefused() {
    for (String text : new String[] {
      "", "example.org", "ftp://example.org/", "file:///etc/passwd", "https:/example.org", "//example.org", "http://",
      "http:///a", "http://:80/", "http://h:0/", "http://h:65536/", "http://h:8a/", "http://h:/", "http://[::1/",
      "http://[a]/", "http://[::1]x/", "http://bücher.example/", "http://a b/", "http://h\r\nX: y/", "http://a%41/",
      "http://user@h/", "http://user:secret@h/", "http://h/a b", "http://h/%zz", "http://h/%4", "http://h/ü",
      "http://h/a\r\nX: y", "http://h/?a=\"", "http://h/[",
    }) {
      try {
        fail("accepted: " + WebAddress.parse(text));
      } catch (TransportException error) {
        assertEquals(text, ErosException.USAGE, error.getCode());
        assertEquals(text, text.contains("@"), error.getMessage().contains("a user name"));
      }
    }
  }

  @Test
  public void messagesContainNeitherQueriesNorCredentials() {
    for (String text : new String[] {
      "https://user:secret@example.org/", "https://example.org/?secret", "secret@example.org",
      "ftp://secret:x@y@example.org/?secret", "https://example.org/a b?X-Amz-Signature=secret",
      "https://example.org/ü#secret",
    }) {
      String message;
      try {
        message = WebAddress.parse(text).toString();
      } catch (TransportException error) {
        message = error.getMessage();
      }
      assertFalse(message, message.contains("secret"));
      assertTrue(message, message.contains("example.org"));
    }
  }

  /** The examples of RFC 3986, section 5.4, as far as they apply to HTTP. */
  @Test
  public void referencesAreResolved() throws Exception {
    WebAddress base = WebAddress.parse("http://a/b/c/d;p?q");
    for (String[] row : new String[][] {
      {"g", "http://a/b/c/g"}, {"./g", "http://a/b/c/g"}, {"g/", "http://a/b/c/g/"}, {"/g", "http://a/g"},
      {"//g", "http://g/"}, {"?y", "http://a/b/c/d;p?y"}, {"g?y", "http://a/b/c/g?y"}, {"#s", "http://a/b/c/d;p?q"},
      {"g#s", "http://a/b/c/g"}, {";x", "http://a/b/c/;x"}, {"g;x", "http://a/b/c/g;x"}, {"", "http://a/b/c/d;p?q"},
      {".", "http://a/b/c/"}, {"./", "http://a/b/c/"}, {"..", "http://a/b/"}, {"../", "http://a/b/"},
      {"../g", "http://a/b/g"}, {"../..", "http://a/"}, {"../../g", "http://a/g"}, {"../../../../g", "http://a/g"},
      {"/./g", "http://a/g"}, {"/../g", "http://a/g"}, {"g.", "http://a/b/c/g."}, {"..g", "http://a/b/c/..g"},
      {"./../g", "http://a/b/g"}, {"g/./h", "http://a/b/c/g/h"}, {"g/../h", "http://a/b/c/h"},
      {"g?y/../x", "http://a/b/c/g?y/../x"}, {"https://b:8/x/../y", "https://b:8/y"}, {"g?a:b", "http://a/b/c/g?a:b"},
    }) {
      assertEquals(row[0], row[1], base.resolving(row[0]).text());
    }
    for (String other : new String[] {
      "ftp://a/", "file:///etc/passwd", "javascript:alert(1)", "data:,x", "http:g", "a b",
    }) {
      try {
        fail("accepted: " + base.resolving(other));
      } catch (TransportException error) {
        assertEquals(other, ErosException.USAGE, error.getCode());
      }
    }
  }

  @Test
  public void objectsAreAppendedAndTheQueryStays() throws Exception {
    assertEquals("http://h/a/b/c%2525", WebAddress.parse("http://h/a").appending("b/c%25").text());
    assertEquals("http://h/a/b?k=1", WebAddress.parse("http://h/a/?k=1").appending("b").text());
  }

  private static ResponseHead head(String name, String value) throws TransportException {
    return new ResponseHead(
        206, Collections.singletonList(new HeaderField(name, value)), WebAddress.parse("http://h/"));
  }

  @Test
  public void fieldsOfResponsesAreParsedStrictly() throws Exception {
    assertArrayEquals(new long[] {100, 1000}, head("content-range", "Bytes 100-199/1000").contentRange());
    assertArrayEquals(new long[] {0, -1}, head("Content-Range", "bytes 0-0/*").contentRange());
    for (String range : new String[] {
      "", "bytes", "bytes 1-2", "bytes 2-1/5", "bytes 1-5/5", "bytes 1/2-3", "bytes -1-2/5", "bytes 1-2/5/6",
      "bytes */5", "lines 1-2/5", "bytes 1-2/+5", "bytes 1-99999999999999999999/*",
    }) {
      assertNull(range, head("Content-Range", range).contentRange());
    }
    for (String length : new String[] {"", "-1", "+1", "1 ", "0x1", "99999999999999999999"}) {
      assertEquals(length, -1, head("Content-Length", length).contentLength());
    }
    assertEquals(5, head("CONTENT-LENGTH", "5").contentLength());
    for (String tag : new String[] {"", "\"", "a", "\"a\"b\"", "\"a b\"", "\"ü\"", "W/a", "w/\"a\"", "\"a\u0001\""}) {
      assertFalse(tag, ResponseHead.isTag(tag));
    }
    assertTrue(ResponseHead.isTag("W/\"\""));
    assertNull("a weak tag identifies no bytes", head("ETag", "W/\"a\"").version());
    assertEquals("W/\"a\"", head("ETag", "W/\"a\"").comparableVersion());
    assertFalse(ResponseHead.isTag('"' + String.join("", Collections.nCopies(511, "x")) + '"'));
    for (String[] pause : new String[][] {{"7", "7000"}, {"x", "0"}, {"9999999", "0"}, {"-1", "0"}}) {
      assertEquals(Long.parseLong(pause[1]), head("Retry-After", pause[0]).requestedPause());
    }
  }
}
