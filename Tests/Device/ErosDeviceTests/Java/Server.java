import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A server on a free loopback port that gives any answer, also an invalid one. */
final class Server implements AutoCloseable {
  /** Returns the answer for a path, or {@code null} to never answer. */
  interface Handler {
    String answer(String path);
  }

  private final ServerSocket socket = new ServerSocket(0, 50, InetAddress.getByName("127.0.0.1"));
  private final Handler handler;
  private final List<Socket> connections = new ArrayList<Socket>();
  private final List<String> requests = new ArrayList<String>();

  Server(Handler handler) throws IOException {
    this.handler = handler;
    Thread thread = new Thread(this::serve);
    thread.setDaemon(true);
    thread.start();
  }

  /** Returns an answer, after which the connection ends. */
  static String answer(String status, String field, String body) {
    return "HTTP/1.1 " + status + "\r\nConnection: close\r\n" + field + "\r\n\r\n" + body;
  }

  String url() {
    return "http://127.0.0.1:" + socket.getLocalPort();
  }

  synchronized int requests() {
    return requests.size();
  }

  synchronized String lastRequest() {
    return requests.get(requests.size() - 1);
  }

  @Override
  public synchronized void close() throws IOException {
    socket.close();
    for (Socket connection : connections) connection.close();
  }

  private void serve() {
    try {
      while (true) serve(socket.accept());
    } catch (IOException closed) {
      // The check has ended.
    }
  }

  private synchronized void serve(Socket connection) throws IOException {
    connections.add(connection);
    String request = readRequest(connection.getInputStream());
    requests.add(request);
    String answer = handler.answer(request.split(" ")[1]);
    if (answer == null) return;
    connection.getOutputStream().write(answer.getBytes(StandardCharsets.UTF_8));
    connection.close();
  }

  /** Reads a head and a body with a length. */
  private static String readRequest(InputStream input) throws IOException {
    String head = readHead(input);
    Matcher length = Pattern.compile("\\r\\nContent-Length: (\\d+)\\r\\n").matcher(head);
    if (!length.find()) return head;
    byte[] body = new byte[Integer.parseInt(length.group(1))];
    new DataInputStream(input).readFully(body);
    return head + new String(body, StandardCharsets.UTF_8);
  }

  private static String readHead(InputStream input) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    while (true) {
      int next = input.read();
      if (next < 0) throw new IOException("the request ended");
      bytes.write(next);
      String head = bytes.toString("UTF-8");
      if (head.endsWith("\r\n\r\n")) return head;
    }
  }
}
