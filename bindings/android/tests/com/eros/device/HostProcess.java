package com.eros.device;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertTrue;

import java.io.File;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Runs the app {@code com.example.host.Host} in a process of its own, with an update on a web server.
 *
 * <p>{@code HostProcess JAVA ARGUMENT …}: the command of the process without the arguments of the app.
 */
public final class HostProcess {
  private HostProcess() {}

  public static void main(String[] command) throws Exception {
    try (TestFolder folder = new TestFolder(); TestStore store = new TestStore()) {
      TestBundle.numbered(1).write(folder.file("."), "embedded.zip");
      TestBundle.numbered(2).write(folder.file("."), "update.zip");
      TestBundle damaged = TestBundle.numbered(3);
      byte[] manifest = damaged.manifestBytes();
      damaged.add("pages/shared.js", "changed");
      Files.write(folder.file("damaged.zip").toPath(), damaged.zip(manifest));
      store.publish(4, TestBundle.numbered(4));
      Files.write(folder.file("root.json").toPath(), store.root());
      check(run(command, folder.file("."), store));
    }
  }

  private static List<String> run(String[] command, File folder, TestStore store) throws Exception {
    List<String> arguments = new ArrayList<>(Arrays.asList(command));
    arguments.addAll(Arrays.asList(folder.getPath(), store.url() + "/store", TestStore.CHANNEL));
    File output = new File(folder, "output");
    Process process = new ProcessBuilder(arguments).redirectErrorStream(true).redirectOutput(output).start();
    int status = process.waitFor();
    List<String> lines = Files.readAllLines(output.toPath());
    assertEquals(String.join("\n", lines), 0, status);
    return lines;
  }

  private static void check(List<String> lines) throws JsonException {
    String all = String.join("\n", lines);
    assertEquals(all, 6, lines.size());
    assertEquals("module.exports = 1", lines.get(0));
    assertEquals(Staging.STAGED.toString(), lines.get(1));
    assertEquals("module.exports = 2", lines.get(2));
    assertTrue(all, lines.get(3).startsWith("refused: ") && lines.get(3).contains("pages/shared.js"));
    JsonObject fetched = JsonReader.read(Utf8.encode(lines.get(4))).object();
    assertEquals(all, "staged", fetched.get("outcome").string());
    assertEquals("module.exports = 4", lines.get(5));
    System.out.println("The host launches, stages, refuses and fetches.");
  }
}
