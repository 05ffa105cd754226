package com.example.weex;

import com.eros.device.FetchOptions;
import java.io.File;
import java.io.FileInputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;

/**
 * One start of the app with Weex on a JDK, without the screen.
 *
 * <p>{@code Phone FOLDER [STORE CHANNEL]}: the folder contains {@code assets}, and gets the folders of the app. A page
 * appears unless it contains {@code throw}. With the URL of a release store, the app fetches an update.
 */
final class Phone {
  private Phone() {}

  public static void main(String[] arguments) throws Exception {
    if (arguments.length != 1 && arguments.length != 3) {
      System.err.println("usage: Phone FOLDER [STORE CHANNEL]");
      System.exit(64);
    }
    File folder = new File(arguments[0]);
    File noBackup = new File(folder, "no_backup");
    File cache = new File(folder, "cache");
    noBackup.mkdirs();
    cache.mkdirs();
    EmbeddedBundle embedded =
        new EmbeddedBundle(
            name -> new FileInputStream(new File(folder, "assets/" + name)),
            new File(noBackup, "embedded"), 0);
    Releases releases =
        new Releases(new File(noBackup, "releases"), new File(cache, "releases"), "1.0.0", embedded);
    if (!appears(releases.folder()) && releases.block("the first page throws", "Error", null)) {
      appears(releases.folder());
    }
    releases.confirm();
    if (arguments.length == 3) {
      releases.update(new FetchOptions(arguments[1], arguments[2]).root(embedded.root()));
    }
  }

  private static boolean appears(File folder) throws Exception {
    File page = new File(folder, "pages/home/index.js");
    String code = new String(Files.readAllBytes(page.toPath()), StandardCharsets.UTF_8);
    return !code.contains("throw");
  }
}
