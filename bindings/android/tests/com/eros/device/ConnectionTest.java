package com.eros.device;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertSame;
import static org.junit.Assert.assertTrue;
import static org.junit.Assert.fail;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.ProtocolException;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URL;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.After;
import org.junit.Before;
import org.junit.Test;

/** Connections that serve more than one request, with a server that sends more than its responses. */
public final class ConnectionTest {
  private static final String KEEP = "Connection: keep-alive\r\nKeep-Alive: timeout=60\r\n";
  private static final String GOOD = "HTTP/1.1 200 OK\r\n" + KEEP + "Content-Length: 2\r\n\r\nok";
  private static final String MISSING = "HTTP/1.1 404 Not Found\r\n" + KEEP + "Content-Length: 9\r\n\r\nnot found";
  private static final String UNCHANGED = "HTTP/1.1 304 Not Modified\r\nETag: \"x\"\r\n" + KEEP + "\r\n";
  private static final String MOVED =
      "HTTP/1.1 302 Found\r\nLocation: good\r\n" + KEEP + "Content-Length: 5\r\n\r\nmoved";
  private static final String NO_HTTP = "SSH-2.0-OpenSSH_9.2\r\n\r\n";
  private static final String INFORMATIONAL = "HTTP/1.1 100 X\r\n\r\n";

  private ServerSocket server;
  /** The bytes after a request, by its path. */
  private final Map<String, String> responses = new ConcurrentHashMap<>();
  /** More bytes, which arrive after the client has read the response. */
  private final Map<String, String> surplus = new ConcurrentHashMap<>();
  /** The paths of the requests, each with the number of its connection. */
  private final List<String> requests = Collections.synchronizedList(new ArrayList<>());
  /** The connections that the client has closed, by number. */
  private final Set<Integer> closed = ConcurrentHashMap.newKeySet();
  private HttpReader reader;

  @Before
  public void setUp() throws Exception {
    server = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    start(this::accept);
    reader = reader("", new UrlConnectionTransport(2000));
    responses.put("good", GOOD);
  }

  @After
  public void tearDown() throws Exception {
    server.close();
  }

  private HttpReader reader(String key, Transport transport) throws ErosException {
    HttpReader.Limits limits = new HttpReader.Limits();
    limits.firstPause = 5;
    WebAddress address = WebAddress.parse("http://127.0.0.1:" + server.getLocalPort() + "/" + key);
    return new HttpReader(address, transport, limits, new Cancellation());
  }

  private interface Work {
    void perform() throws IOException;
  }

  private static void start(Work work) {
    Thread thread = new Thread(() -> {
      try {
        work.perform();
      } catch (IOException end) {
        // The client or the test closed the socket.
      }
    });
    thread.setDaemon(true);
    thread.start();
  }

  private void accept() throws IOException {
    for (int number = 1; ; number++) {
      Socket socket = server.accept();
      int connection = number;
      start(() -> serve(socket, connection));
    }
  }

  /** Responds to the requests of a connection, until the client closes it. */
  private void serve(Socket socket, int connection) throws IOException {
    try (BufferedReader input = new BufferedReader(new InputStreamReader(socket.getInputStream(), Utf8.CHARSET))) {
      String more = "";
      String line;
      while ((line = input.readLine()) != null) {
        String path = line.split(" ")[1].substring(1);
        int length = 0;
        while (!(line = input.readLine()).isEmpty()) {
          if (line.startsWith("Content-Length: ")) length = Integer.parseInt(line.substring(16));
        }
        while (length-- > 0) input.read();
        requests.add(path + " " + connection);
        socket.getOutputStream().write(Utf8.encode(more + responses.get(path)));
        more = surplus.getOrDefault(path, "");
      }
    } finally {
      closed.add(connection);
    }
  }

  private String read(String key) throws ErosException {
    return Utf8.decode(reader.read(key, 100, null).bytes(key, 100));
  }

  private String failure(String key) {
    try {
      read(key);
      fail("the request succeeded");
      return null;
    } catch (TransportException error) {
      return error.reason;
    } catch (ErosException error) {
      throw new AssertionError(error);
    }
  }

  @Test
  public void aConnectionServesTheNextRequest() throws Exception {
    assertEquals("ok", read("good"));
    assertEquals("ok", read("good"));
    assertEquals(Arrays.asList("good 1", "good 1"), requests);
  }

  @Test
  public void bytesAfterAResponseDoNotHarmTheNextRequest() throws Exception {
    for (String more : new String[] {"x", "0123456789", "\r\n\r\n", NO_HTTP, INFORMATIONAL + "100 X\r\n\r\n"}) {
      for (String path : new String[] {"surplus", "missing", "unchanged", "moved"}) surplus.put(path, more);
      responses.put("surplus", GOOD);
      responses.put("missing", MISSING);
      responses.put("unchanged", UNCHANGED);
      responses.put("moved", MOVED);
      assertEquals("ok", read("surplus"));
      assertEquals("ok", read("good"));
      assertSame(MetadataSource.Response.MISSING, reader.read("missing", 100, null));
      assertEquals("ok", read("good"));
      assertSame(MetadataSource.Response.UNCHANGED, reader.read("unchanged", 100, "\"x\""));
      assertEquals("ok", read("good"));
      assertEquals("ok", read("moved"));
    }
    // The bytes precede a response only on a connection that is used again.
    assertTrue(requests.toString(), requests.contains("good 1"));
  }

  @Test
  public void informationalResponsesAfterAResponseDoNotHarmTheNextRequest() throws Exception {
    responses.put("flood", GOOD);
    surplus.put("flood", String.join("", Collections.nCopies(200_000, INFORMATIONAL)));
    assertEquals("ok", read("flood"));
    assertEquals("ok", read("good"));
    assertTrue(requests.toString(), requests.contains("good 1"));
  }

  @Test
  public void aConnectionWithMoreBytesThanTheBodyIsClosed() throws Exception {
    responses.put("longer", GOOD + "x");
    responses.put("missing", MISSING + "x");
    assertEquals("bad-response", failure("longer"));
    awaitClosed(1);
    assertSame(MetadataSource.Response.MISSING, reader.read("missing", 100, null));
    awaitClosed(2);
    assertEquals("ok", read("good"));
    assertEquals(Arrays.asList("longer 1", "missing 2", "good 3"), requests);
  }

  private void awaitClosed(int connection) throws Exception {
    long start = System.nanoTime();
    while (!closed.contains(connection)) {
      assertTrue("the connection is open", System.nanoTime() - start < 30_000_000_000L);
      Thread.sleep(5);
    }
  }

  @Test
  public void aResponseThatIsNotHttpIsRepeatedOnlyOnAnOldConnection() throws Exception {
    responses.put("bad", NO_HTTP);
    assertEquals("bad-response", failure("bad"));
    assertEquals(Collections.singletonList("bad 1"), requests);
    requests.clear();
    assertEquals("ok", read("good"));
    assertEquals("bad-response", failure("bad"));
    assertEquals(Arrays.asList("good 2", "bad 2", "bad 3"), requests);
    requests.clear();
    assertEquals("bad-response", failure("bad"));
    assertEquals(Collections.singletonList("bad 4"), requests);
  }

  @Test
  public void aReportIsSentOnce() throws Exception {
    responses.put("surplus", GOOD);
    surplus.put("surplus", NO_HTTP);
    responses.put("reports", "HTTP/1.1 204 No Content\r\n\r\n");
    HttpReader reports = reader("reports", new UrlConnectionTransport(2000));
    assertEquals("ok", read("surplus"));
    assertFalse(reports.post(Utf8.encode("{}")));
    assertEquals(Arrays.asList("surplus 1", "reports 1"), requests);
    assertTrue(reports.post(Utf8.encode("{}")));
  }

  @Test
  public void androidThrowsForAResponseThatIsNotHttp() throws Exception {
    int[] count = {0};
    reader = reader("", new UrlConnectionTransport(2000) {
      @Override
      protected java.net.HttpURLConnection open(URL url) throws IOException {
        count[0]++;
        return new FetchTest.FakeConnection(url) {
          @Override
          public int getResponseCode() throws IOException {
            if (url.getPath().equals("/good")) return 404;
            throw new ProtocolException("Unexpected status line: SSH-2.0-OpenSSH_9.2");
          }
        };
      }
    });
    assertEquals("bad-response", failure("bad"));
    assertEquals(1, count[0]);
    assertTrue(reader.read("good", 100, null).isMissing());
    assertEquals("bad-response", failure("bad"));
    assertEquals(4, count[0]);
  }
}
