package com.eros.device;

import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.net.HttpURLConnection;
import java.net.URL;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * A TUF client with the command line of the conformance suite of the TUF project, like {@code tuf-client} in Swift.
 *
 * <p>Only the transport and the files of targets are here; the library decides everything else.
 */
public final class TufClient {
  private static final int SECOND = 1000;
  private static final int LOCK_TIMEOUT = 10 * SECOND;

  /** A folder of a repository on a web server. */
  private static final class Repository implements MetadataSource {
    private final String address;

    Repository(String address) {
      this.address = address.endsWith("/") ? address : address + "/";
    }

    @Override
    public Response read(String path, int limit) throws ErosException {
      try {
        HttpURLConnection connection = (HttpURLConnection) new URL(address + path).openConnection();
        connection.setConnectTimeout(10 * SECOND);
        connection.setReadTimeout(60 * SECOND);
        int status = connection.getResponseCode();
        if (status == 403 || status == 404) return Response.MISSING;
        if (status != 200) throw new IOException("the status is " + status);
        try (InputStream body = connection.getInputStream()) {
          return read(body, limit);
        }
      } catch (IOException error) {
        throw new ErosException(ErosException.UNAVAILABLE, "'" + address + path + "': " + error.getMessage(), null);
      }
    }

    private static Response read(InputStream body, int limit) throws IOException {
      ByteArrayOutputStream bytes = new ByteArrayOutputStream();
      byte[] buffer = new byte[8192];
      for (int count = body.read(buffer); count >= 0; count = body.read(buffer)) {
        bytes.write(buffer, 0, count);
        if (bytes.size() > limit) return Response.TOO_LONG;
      }
      return Response.of(bytes.toByteArray(), null);
    }
  }

  private final Map<String, String> options = new HashMap<>();
  private final List<String> targets = new ArrayList<>();
  private final List<String> words = new ArrayList<>();

  private TufClient(String[] arguments) {
    for (int index = 0; index < arguments.length; index++) {
      if (arguments[index].equals("--target-name")) {
        targets.add(arguments[++index]);
      } else if (arguments[index].startsWith("--")) {
        options.put(arguments[index], arguments[++index]);
      } else {
        words.add(arguments[index]);
      }
    }
  }

  /** Exits with 0 or 1, as the suite requires. */
  public static void main(String[] arguments) {
    try {
      new TufClient(arguments).run();
    } catch (ErosException | IOException error) {
      System.err.println("error: " + error.getMessage());
      System.exit(1);
    }
  }

  private void run() throws ErosException, IOException {
    Folder folder = Folder.open(options.get("--metadata-dir"));
    try (TrustFolder trust = new TrustFolder(folder, LOCK_TIMEOUT)) {
      StoredMetadata stored = trust.load();
      if (words.get(0).equals("init")) {
        stored.store(StoredMetadata.ROOT, Files.readAllBytes(new File(words.get(1)).toPath()));
        return;
      }
      Repository repository = new Repository(options.get("--metadata-url"));
      TrustUpdate update =
          new TrustUpdate(repository, stored, null, System.currentTimeMillis(), new TrustLimits());
      update.refresh();
      for (String target : targets) download(update, target);
    }
  }

  /** Downloads a target, unless its file already has the contents in the metadata. */
  private void download(TrustUpdate update, String path) throws ErosException, IOException {
    TargetFile target = update.find(path);
    if (target == null) throw new IOException("no trusted role lists the target '" + path + "'");
    String name = RoleName.percentEncoded(path);
    // `.` and `..` are folders.
    File file = new File(options.get("--target-dir"), name.matches("\\.+") ? name.replace(".", "%2E") : name);
    if (file.exists() && target.matches(Files.readAllBytes(file.toPath()))) return;
    String remote = update.root().usesConsistentSnapshots ? target.consistentPath(path) : path;
    String url = RoleName.percentEncoded(remote).replace("%2F", "/");
    int limit = (int) Math.min(target.length, Integer.MAX_VALUE);
    byte[] bytes = new Repository(options.get("--target-base-url")).read(url, limit).bytes(url, limit);
    if (!target.matches(bytes)) {
      throw new IOException("the length or digest of the target '" + path + "' does not match the metadata");
    }
    Files.write(file.toPath(), bytes);
  }
}
