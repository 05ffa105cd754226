package com.eros.device;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** A release store and its web server on loopback, which misbehaves as a test wants. */
final class TestStore implements AutoCloseable {
  static final String CHANNEL = "my-app/production";
  private static final long YEAR = 366 * TestRepository.DAY;

  /** Answers a request for an object that exists. */
  interface Behavior {
    void answer(HttpExchange exchange, byte[] body) throws IOException;
  }

  final TestRepository repository = new TestRepository();
  /** The target files by their path in the store. */
  final Map<String, byte[]> targets = new ConcurrentHashMap<>();
  /** The behaviors by the ends of paths. */
  final Map<String, Behavior> behaviors = new TreeMap<>();
  /** The paths of the requests, with the first byte of a range. */
  final List<String> requests = Collections.synchronizedList(new ArrayList<>());
  /** The bodies that were sent to {@code /reports}. */
  final List<String> reports = Collections.synchronizedList(new ArrayList<>());
  volatile int reportStatus = 204;
  /** The ports of the clients' connections. */
  final Set<Integer> connections = ConcurrentHashMap.newKeySet();
  private final HttpServer server;
  private final ExecutorService threads = Executors.newCachedThreadPool();

  TestStore() throws Exception {
    for (String role : RoleName.topLevel()) repository.roles.get(role).put("expires", expiry());
    repository.publish("root");
    repository.publish("targets", "snapshot", "timestamp");
    delegate(CHANNEL);
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext("/", this::answer);
    server.setExecutor(threads);
    server.start();
  }

  static String expiry() {
    return UtcTime.text(System.currentTimeMillis() + YEAR);
  }

  /** Adds a channel. */
  void delegate(String channel) throws Exception {
    String role = ChannelName.parse(channel).role();
    repository.delegate(role, "targets", true, channel + "/*/*");
    repository.roles.get(role).put("expires", expiry());
  }

  /** Returns the root metadata that ships with the app. */
  byte[] root() {
    return repository.files.get("2.root.json");
  }

  String url() {
    return "http://127.0.0.1:" + server.getAddress().getPort();
  }

  FetchOptions options() {
    return new FetchOptions(url() + "/store", CHANNEL).root(root()).id("device");
  }

  // Publishing

  /** Returns the values of a release in metadata; a test changes them. */
  static JsonObject release(long number, TestBundle bundle) throws Exception {
    bundle.manifestBytes();
    return new JsonObject().put("seq", number).put("tree", bundle.tree()).put("jsVersion", bundle.manifest.jsVersion)
        .put("built", bundle.manifest.timestamp).put("native", JsonValue.of(new JsonObject())).put("rollout", 10_000)
        .put("salt", "salt" + number).put("size", 20_000);
  }

  /** Publishes a release without other values. */
  void publish(long number, TestBundle bundle) throws Exception {
    publish(CHANNEL, number, bundle.zip(), release(number, bundle));
  }

  void publish(String channel, long number, byte[] zip, JsonObject release) throws Exception {
    add(channel, number + "/bundle.zip", zip, release);
    sign(channel);
  }

  /** Adds a file to a channel, which is signed later. */
  void add(String channel, String file, byte[] bytes, JsonObject eros) {
    String path = channel + "/" + file;
    repository.addTarget(ChannelName.parse(channel).role(), path, bytes, eros);
    int name = path.lastIndexOf('/') + 1;
    targets.put(path.substring(0, name) + Hashing.sha256(bytes) + "." + path.substring(name), bytes);
  }

  void sign(String channel) throws Exception {
    synchronized (repository) {
      repository.publish(ChannelName.parse(channel).role(), "targets", "snapshot", "timestamp");
    }
  }

  // Serving

  private byte[] object(String path) {
    synchronized (repository) {
      return path.startsWith("/store/metadata/") ? repository.files.get(path.substring("/store/metadata/".length()))
          : path.startsWith("/store/targets/") ? targets.get(path.substring("/store/targets/".length())) : null;
    }
  }

  private void answer(HttpExchange exchange) throws IOException {
    try {
      connections.add(exchange.getRemoteAddress().getPort());
      String path = exchange.getRequestURI().getPath();
      if (path.equals("/reports")) {
        receiveReport(exchange);
      } else {
        answer(exchange, path);
      }
    } finally {
      exchange.close();
    }
  }

  private void receiveReport(HttpExchange exchange) throws IOException {
    reports.add(new String(exchange.getRequestBody().readAllBytes(), Utf8.CHARSET));
    exchange.sendResponseHeaders(reportStatus, -1);
  }

  private void answer(HttpExchange exchange, String path) throws IOException {
    String range = exchange.getRequestHeaders().getFirst("Range");
    requests.add(path.substring(path.lastIndexOf('/') + 1) + (range == null ? "" : " " + range));
    byte[] body = object(path);
    if (body == null) {
      send(exchange, 404, Utf8.encode("not found"));
      return;
    }
    for (Map.Entry<String, Behavior> behavior : behaviors.entrySet()) {
      if (!path.endsWith(behavior.getKey())) continue;
      behavior.getValue().answer(exchange, body);
      return;
    }
    serve(exchange, body);
  }

  static String tag(byte[] body) {
    return '"' + Hashing.sha256(body) + '"';
  }

  /** Answers as a good server: with an entity tag, and with the rest of a file that was interrupted. */
  static void serve(HttpExchange exchange, byte[] body) throws IOException {
    exchange.getResponseHeaders().set("ETag", tag(body));
    if (tag(body).equals(exchange.getRequestHeaders().getFirst("If-None-Match"))) {
      exchange.sendResponseHeaders(304, -1);
      return;
    }
    String range = exchange.getRequestHeaders().getFirst("Range");
    boolean isCurrent = range != null && tag(body).equals(exchange.getRequestHeaders().getFirst("If-Range"));
    if (!isCurrent) {
      send(exchange, 200, body);
      return;
    }
    int start = Integer.parseInt(range.substring("bytes=".length(), range.length() - 1));
    exchange.getResponseHeaders().set("Content-Range", "bytes " + start + "-" + (body.length - 1) + "/" + body.length);
    send(exchange, 206, Arrays.copyOfRange(body, start, body.length));
  }

  static void send(HttpExchange exchange, int status, byte[] body) throws IOException {
    exchange.sendResponseHeaders(status, body.length == 0 ? -1 : body.length);
    exchange.getResponseBody().write(body);
  }

  /** Sends the first {@code count} bytes with the length of all, and closes the connection. */
  static void cut(HttpExchange exchange, byte[] body, int count, String tag) throws IOException {
    if (tag != null) exchange.getResponseHeaders().set("ETag", tag);
    exchange.sendResponseHeaders(200, body.length);
    exchange.getResponseBody().write(body, 0, count);
    exchange.getResponseBody().flush();
    // The server closes the connection, because the body is too short.
    throw new IOException("cut");
  }

  @Override
  public void close() {
    server.stop(0);
    threads.shutdownNow();
  }
}
