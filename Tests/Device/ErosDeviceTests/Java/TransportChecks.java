import com.eros.device.DeviceOptions;
import com.eros.device.ErosDevice;
import com.eros.device.CheckFailure;
import com.eros.device.ErosException;
import com.eros.device.FetchOptions;
import com.eros.device.FetchProgress;
import com.eros.device.FetchStep;
import com.eros.device.HeaderField;
import com.eros.device.Transport;
import com.eros.device.TransportResponse;
import com.eros.device.TransportRequest;
import com.eros.device.UrlConnectionTransport;
import java.io.EOFException;
import java.io.File;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.io.OutputStream;
import java.lang.reflect.Constructor;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.ProtocolException;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.net.UnknownHostException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;

/** Transports that fail or break the rules, and servers that do. */
final class TransportChecks {
  private static final List<HeaderField> NO_FIELDS = Collections.<HeaderField>emptyList();

  private final Checks checks;
  private final String store;
  private final AtomicInteger folders = new AtomicInteger();

  TransportChecks(Checks checks, String store) {
    this.checks = checks;
    this.store = store;
  }

  void add() {
    checks.add("a fetch calls the transport on its own thread", this::callingThread);
    checks.add("the progress of a fetch is shown on its own thread", this::progress);
    checks.add("an exception of the progress ends the fetch", this::progressException);
    checks.add("an exception of the progress ends a part", this::progressExceptionInBody);
    checks.add("an IOException becomes the cause", this::ioException);
    checks.add("another exception is thrown unchanged", this::otherException);
    checks.add("an interruption cancels the fetch", this::cancel);
    checks.add("another thread cancels the fetch", this::cancelFromAnotherThread);
    checks.add("an unreachable store is an error", this::unreachable);
    checks.add("an answer cannot be used outside its request", this::answer);
    checks.add("answers that break the rules are errors", this::rules);
    checks.add("closing the device ends its fetch", this::close);
    checks.add("a redirect is followed by the library", this::redirect);
    checks.add("a truncated answer is an error", this::truncated);
    checks.add("answers are not decompressed, and requests name no other encoding", this::encoding);
    checks.add("an answer that takes too long is an error", this::slow);
    checks.add("a request ends at its time limit, whatever arrives", this::floods);
  }

  private FetchOptions options(String url) throws IOException {
    return new FetchOptions(url, "demo/production")
        .root(Files.readAllBytes(new File(checks.folder, "keys/root.json").toPath()));
  }

  /** Opens a new folder. */
  private ErosDevice open() throws ErosException {
    String name = "fetch-" + folders.getAndIncrement();
    return ErosDevice.open(new DeviceOptions(new File(checks.folder, name)));
  }

  /** Fetches into a new folder. */
  private String fetch(String url, Transport transport) throws IOException, ErosException {
    try (ErosDevice device = open()) {
      return device.fetch(options(url).checkOnly(true).id("device"), transport);
    }
  }

  private void callingThread() throws Exception {
    Thread caller = Thread.currentThread();
    UrlConnectionTransport client = new UrlConnectionTransport();
    AtomicInteger requests = new AtomicInteger();
    String json =
        fetch(
            store,
            (request, answer) -> {
              Checks.require(Thread.currentThread() == caller, "another thread");
              Checks.require(request.getMethod().equals("GET"), request.getMethod());
              Checks.require(request.getUrl().startsWith(store), request.getUrl());
              Checks.require(request.getTimeout() > 0, "timeout");
              Checks.require(request.getBody() == null, "a body");
              requests.incrementAndGet();
              client.exchange(request, answer);
            });
    Checks.require(json.contains("\"outcome\"") && requests.get() > 2, json);
  }

  private void progress() throws Exception {
    Thread caller = Thread.currentThread();
    StringBuilder steps = new StringBuilder();
    long[] last = new long[2];
    FetchProgress progress =
        (step, received, total) -> {
          Checks.require(Thread.currentThread() == caller, "another thread");
          if (step == FetchStep.DOWNLOAD) {
            Checks.require(received >= last[0] && total > 0, received + " of " + total);
            last[0] = received;
            last[1] = total;
          }
          if (steps.indexOf(step.name()) < 0) steps.append(step.name()).append(' ');
        };
    try (ErosDevice device = open()) {
      String json = device.fetch(options(store).progress(progress), new UrlConnectionTransport());
      Checks.require(json.contains("\"bytes\": " + last[0] + ","), json + last[0]);
      Checks.require(last[0] == last[1], last[0] + " of " + last[1]);
      Checks.require(steps.toString().equals("CHECK DOWNLOAD STAGE "), steps.toString());
    }
  }

  private void progressException() throws Exception {
    for (FetchStep failing : FetchStep.values()) {
      AtomicInteger requests = new AtomicInteger();
      FetchProgress progress =
          (step, received, total) -> {
            if (step == failing) throw new IllegalStateException("bug in " + step);
          };
      UrlConnectionTransport client = new UrlConnectionTransport();
      try (ErosDevice device = open()) {
        Throwable found =
            Checks.thrown(
                IllegalStateException.class,
                () ->
                    device.fetch(
                        options(store).progress(progress),
                        (request, answer) -> {
                          requests.incrementAndGet();
                          client.exchange(request, answer);
                        }));
        Checks.require(found.getMessage().equals("bug in " + failing), found.getMessage());
        Checks.require((requests.get() == 0) == (failing == FetchStep.CHECK), requests + "");
      }
    }
  }

  /** Passes a body in one array, of which the binding copies several parts. */
  private void progressExceptionInBody() throws Exception {
    AtomicInteger calls = new AtomicInteger();
    FetchProgress progress =
        (step, received, total) -> {
          if (step != FetchStep.DOWNLOAD || received == 0) return;
          calls.incrementAndGet();
          throw new IllegalStateException("bug in a part");
        };
    UrlConnectionTransport client = new UrlConnectionTransport();
    try (ErosDevice device = open()) {
      Throwable found =
          Checks.thrown(
              IllegalStateException.class,
              () ->
                  device.fetch(
                      options(store).progress(progress),
                      (request, answer) -> {
                        if (!request.getUrl().endsWith(".zip")) {
                          client.exchange(request, answer);
                          return;
                        }
                        Checks.require(answer.head(200, NO_FIELDS), "the head");
                        answer.body(new byte[65536], 0, 65536);
                      }));
      Checks.require(found.getMessage().equals("bug in a part"), found.getMessage());
      Checks.require(calls.get() == 1, calls + " calls");
    }
  }

  private void ioException() {
    IOException problem = new IOException("no network \ud83d\udcf5");
    AtomicInteger requests = new AtomicInteger();
    ErosException error =
        Checks.error(
            ErosException.UNAVAILABLE,
            () ->
                fetch(
                    store,
                    (request, answer) -> {
                      requests.incrementAndGet();
                      throw problem;
                    }));
    Checks.require(error.getCause() == problem, "cause");
    Checks.require(error.getCheckFailure() == CheckFailure.UNAVAILABLE, "reason");
    Checks.require(error.getLastCheck() == 0, "no check before");
    Checks.require(requests.get() > 1, "the request is repeated");
    ErosException unknown =
        Checks.error(
            ErosException.UNAVAILABLE,
            () ->
                fetch(
                    store,
                    (request, answer) -> {
                      throw new UnknownHostException("x");
                    }));
    Checks.require(unknown.getMessage().contains("resolve"), unknown.getMessage());
  }

  private void otherException() {
    for (Throwable problem :
        new Throwable[] {new IllegalArgumentException("bug"), new StackOverflowError()}) {
      AtomicInteger requests = new AtomicInteger();
      Throwable found =
          Checks.thrown(
              problem.getClass(),
              () ->
                  fetch(
                      store,
                      (request, answer) -> {
                        requests.incrementAndGet();
                        if (problem instanceof Error) throw (Error) problem;
                        throw (RuntimeException) problem;
                      }));
      Checks.require(found == problem && requests.get() == 1, requests + " requests");
    }
  }

  private void cancel() {
    AtomicInteger requests = new AtomicInteger();
    ErosException cancelled =
        Checks.error(
            ErosException.UNAVAILABLE,
            () ->
                fetch(
                    store,
                    (request, answer) -> {
                      requests.incrementAndGet();
                      throw new InterruptedIOException();
                    }));
    Checks.require(cancelled.getMessage().contains("cancelled"), cancelled.getMessage());
    Checks.require(requests.get() == 1, requests + " requests");
    Thread.currentThread().interrupt();
    ErosException interrupted =
        Checks.error(ErosException.UNAVAILABLE, () -> fetch(store, new UrlConnectionTransport()));
    Checks.require(Thread.interrupted(), "the flag of the thread remains set");
    Checks.require(interrupted.getCause() instanceof InterruptedIOException, "cause");
  }

  private void cancelFromAnotherThread() throws Exception {
    for (boolean closes : new boolean[] {false, true}) {
      ErosDevice device = open();
      AtomicInteger requests = new AtomicInteger();
      ErosException cancelled =
          Checks.error(
              ErosException.UNAVAILABLE,
              () ->
                  device.fetch(
                      options(store),
                      (request, answer) -> {
                        requests.incrementAndGet();
                        Checks.require(answer.head(200, NO_FIELDS), "the head");
                        Thread other = new Thread(closes ? device::close : device::cancel);
                        other.start();
                        join(other);
                        Checks.require(!answer.body(new byte[1], 0, 1), "the next part");
                      }));
      Checks.require(cancelled.getMessage().contains("cancelled"), cancelled.getMessage());
      Checks.require(requests.get() == 1, requests + " requests");
      // A cancellation ends only the fetches in progress.
      if (!closes) device.fetch(options(store), new UrlConnectionTransport());
      device.close();
    }
  }

  private void unreachable() {
    // No server listens on this port.
    ErosException error =
        Checks.error(
            ErosException.UNAVAILABLE,
            () -> fetch("http://127.0.0.1:1", new UrlConnectionTransport()));
    Checks.require(error.getCause() instanceof ConnectException, "" + error.getCause());
  }

  private void answer() throws Exception {
    AtomicReference<TransportResponse> kept = new AtomicReference<TransportResponse>();
    AtomicReference<Throwable> elsewhere = new AtomicReference<Throwable>();
    Checks.error(
        ErosException.UNAVAILABLE,
        () ->
            fetch(
                store,
                (request, answer) -> {
                  kept.set(answer);
                  Checks.thrown(
                      IndexOutOfBoundsException.class, () -> answer.body(new byte[4], 2, 3));
                  Checks.thrown(
                      IndexOutOfBoundsException.class,
                      () -> answer.body(new byte[4], 2, Integer.MAX_VALUE));
                  Checks.thrown(NullPointerException.class, () -> answer.body(null, 0, 0));
                  Checks.thrown(NullPointerException.class, () -> answer.head(200, null));
                  Thread other =
                      new Thread(
                          () ->
                              elsewhere.set(
                                  Checks.thrown(
                                      IllegalStateException.class,
                                      () -> answer.head(200, NO_FIELDS))));
                  other.start();
                  join(other);
                  throw new ConnectException();
                }));
    Checks.require(elsewhere.get() != null, "another thread used the answer");
    Checks.thrown(IllegalStateException.class, () -> kept.get().head(200, NO_FIELDS));
    Checks.thrown(IllegalStateException.class, () -> kept.get().body(new byte[1], 0, 1));
  }

  private static void join(Thread thread) throws InterruptedIOException {
    try {
      thread.join();
    } catch (InterruptedException problem) {
      throw new InterruptedIOException();
    }
  }

  private void rules() {
    List<Transport> transports = new ArrayList<Transport>();
    transports.add((request, answer) -> {});
    transports.add(
        (request, answer) -> Checks.require(!answer.body(new byte[1], 0, 1), "without a head"));
    transports.add(
        (request, answer) -> {
          answer.head(200, NO_FIELDS);
          Checks.require(!answer.head(200, NO_FIELDS), "a second head");
        });
    // A body that is larger than every limit, sent by a host that does not stop.
    transports.add(
        (request, answer) -> {
          answer.head(200, Collections.singletonList(new HeaderField("ETag", "\"\ud83d\ude00\"")));
          byte[] part = new byte[100_000];
          boolean wanted = true;
          for (int count = 0; count < 1000; count++) wanted &= answer.body(part, 0, part.length);
          Checks.require(!wanted, "an endless body");
        });
    for (Transport transport : transports) {
      ErosException error =
          Checks.thrown(ErosException.class, () -> fetch(store, transport));
      Checks.require(
          error.getCode() == ErosException.BAD_DATA || error.getCode() == ErosException.UNAVAILABLE,
          "" + error.getCode());
    }
  }

  private void close() throws Exception {
    ErosDevice device = open();
    AtomicInteger requests = new AtomicInteger();
    Checks.error(
        ErosException.UNAVAILABLE,
        () ->
            device.fetch(
                options(store),
                (request, answer) -> {
                  requests.incrementAndGet();
                  device.close();
                  throw new IOException("retry");
                }));
    Checks.require(requests.get() == 1, requests + " requests");
    Checks.thrown(IllegalStateException.class, () -> device.status(false));
  }

  private void redirect() throws Exception {
    try (Server server =
        new Server(path -> Server.answer("302 Found", "Location: " + store + path, ""))) {
      UrlConnectionTransport client = new UrlConnectionTransport();
      AtomicInteger requests = new AtomicInteger();
      String json =
          fetch(
              server.url(),
              (request, answer) -> {
                requests.incrementAndGet();
                client.exchange(request, answer);
              });
      Checks.require(json.contains("\"outcome\""), json);
      // Half of the requests of the library are redirected.
      Checks.require(requests.get() == 2 * server.requests(), requests + " requests");
    }
  }

  private void truncated() throws Exception {
    try (Server server =
        new Server(path -> Server.answer("200 OK", "Content-Length: 500", "{"))) {
      ErosException error =
          Checks.error(
              ErosException.UNAVAILABLE, () -> fetch(server.url(), new UrlConnectionTransport()));
      Checks.require(error.getCause() instanceof EOFException, "" + error.getCause());
    }
  }

  private void encoding() throws Exception {
    try (Server server =
        new Server(path -> Server.answer("200 OK", "Content-Encoding: gzip", "{"))) {
      Checks.error(
          ErosException.BAD_DATA, () -> fetch(server.url(), new UrlConnectionTransport()));
      Checks.require(
          server.lastRequest().contains("Accept-Encoding: identity"), server.lastRequest());
    }
  }

  private void slow() throws Exception {
    try (Server server = new Server(path -> null)) {
      ErosException error =
          Checks.error(
              ErosException.UNAVAILABLE,
              () -> fetch(server.url(), new UrlConnectionTransport(200)));
      Checks.require(
          error.getCause() instanceof SocketTimeoutException, "" + error.getCause());
    }
  }

  /** A server whose responses do not end: {@code start}, and then {@code part} with pauses. */
  private static void flood(ServerSocket server, String start, String part, int pause) {
    Thread thread =
        new Thread(
            () -> {
              while (!server.isClosed()) {
                try (Socket connection = server.accept()) {
                  OutputStream output = connection.getOutputStream();
                  output.write(start.getBytes(StandardCharsets.US_ASCII));
                  while (true) {
                    output.write(part.getBytes(StandardCharsets.US_ASCII));
                    Thread.sleep(pause);
                  }
                } catch (IOException | InterruptedException ended) {
                  // The client has closed the connection, or the check has ended.
                }
              }
            });
    thread.setDaemon(true);
    thread.start();
  }

  private void floods() throws Exception {
    String chunked = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n";
    String unknown = "HTTP/1.1 200 OK\r\nConnection: close\r\n\r\n";
    String interim = "HTTP/1.1 100 Continue\r\n\r\n";
    flood("", interim, 1);
    flood("HTTP/1.1 200 OK\r\n", "X-Field: x\r\n", 20);
    flood("HTTP/1.1 200 OK\r\nX-Field: ", "x", 20);
    flood(chunked + "1;x=", "x", 20);
    flood(chunked + "1\r\na\r\n0\r\nX-Field: ", "x", 20);
    flood(unknown, "x", 20);
  }

  /** Requires that a request ends within its time limit of a second, and 1 s more. */
  private void flood(String start, String part, int pause) throws Exception {
    Constructor<TransportRequest> constructor =
        TransportRequest.class.getDeclaredConstructor(
            String.class, String.class, List.class, byte[].class, int.class);
    constructor.setAccessible(true);
    try (ServerSocket server = new ServerSocket(0, 50, InetAddress.getByName("127.0.0.1"))) {
      flood(server, start, part, pause);
      UrlConnectionTransport client = new UrlConnectionTransport();
      AtomicReference<Long> time = new AtomicReference<Long>();
      ErosException error =
          Checks.error(
              ErosException.UNAVAILABLE,
              () ->
                  fetch(
                      "http://127.0.0.1:" + server.getLocalPort(),
                      (request, answer) -> {
                        long begin = System.nanoTime();
                        try {
                          client.exchange(limited(constructor, request), answer);
                        } catch (IOException problem) {
                          time.compareAndSet(null, System.nanoTime() - begin);
                          // Ends the fetch without another attempt.
                          throw (IOException) new InterruptedIOException().initCause(problem);
                        }
                      }));
      Throwable cause = error.getCause() == null ? null : error.getCause().getCause();
      Checks.require(
          cause instanceof SocketTimeoutException || cause instanceof ProtocolException,
          start + part + ": " + error.getCause() + ", " + cause);
      Checks.require(
          time.get() < 2_000_000_000L, start + part + ": " + time.get() / 1_000_000 + " ms");
    }
  }

  private static TransportRequest limited(
      Constructor<TransportRequest> constructor, TransportRequest request) throws IOException {
    try {
      return constructor.newInstance(
          request.getMethod(), request.getUrl(), request.getFields(), null, 1000);
    } catch (ReflectiveOperationException problem) {
      throw new IOException(problem);
    }
  }
}
