package com.example.device;

import com.eros.device.Adoption;
import com.eros.device.BundleFiles;
import com.eros.device.DeviceOptions;
import com.eros.device.ErosDevice;
import com.eros.device.ErosException;
import com.eros.device.FetchOptions;
import com.eros.device.Launch;
import com.eros.device.LaunchKind;
import com.eros.device.UrlConnectionTransport;
import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;

/** The one activity of the app: it shows the pages of a release, and updates them. */
final class MainActivity extends Activity {
  private static final String VERSION = "2.1.0";

  /** The channel of the store; an app has it as a constant. */
  private static final String CHANNEL = System.getProperty("channel", "demo/production");

  private final WebView view;
  private final String store;
  private final Log log;
  /** Runs one task after the other, away from the main thread. */
  private final ExecutorService background = Executors.newSingleThreadExecutor();
  private ErosDevice device;

  MainActivity(WebView view, String store, Log log) {
    this.view = view;
    this.store = store;
    this.log = log;
  }

  @Override
  void onCreate() {
    try {
      device =
          ErosDevice.open(
              new DeviceOptions(new File(getFilesDir(), "releases")).appVersion(VERSION));
      adoptOldRelease();
      Launch launch = device.launch(embeddedBundle(), LaunchKind.FOREGROUND);
      log.line("release " + launch.getRelease());
      log.line("reason " + launch.getReason());
      if (launch.getFailure() != null) log.error(launch.getFailure());
      // The page appears later, or never if it is broken.
      view.show(launch.getFolder(), () -> onPageShown(launch));
    } catch (ErosException error) {
      log.error(error);
    } catch (IOException error) {
      log.line("cannot read the bundle of the app: " + error.getMessage());
    }
    if (device != null && store != null) background.execute(this::update);
  }

  @Override
  void onDestroy() {
    background.shutdownNow();
    // Cancels a fetch that is in progress; the next one continues its download.
    if (device != null) device.close();
  }

  /** Takes over the release of an older version of the app, which did not use the library. */
  private void adoptOldRelease() {
    try {
      Adoption result = device.adopt(new File(getFilesDir(), "old"));
      if (result == Adoption.ADOPTED) log.line("adopted");
    } catch (ErosException error) {
      log.error(error);
    }
  }

  /** Returns the bundle in the app as files, because assets are not files on Android. */
  private BundleFiles embeddedBundle() throws IOException {
    return new BundleFiles(copyAsset("bundle.zip"), copyAsset("bundle.config"));
  }

  /** Copies an asset once for each version of the app. */
  private File copyAsset(String name) throws IOException {
    File copy = new File(getFilesDir(), VERSION + "-" + name);
    if (copy.exists()) return copy;
    File unfinished = new File(getFilesDir(), copy.getName() + ".tmp");
    try (InputStream asset = openAsset(name)) {
      Files.write(unfinished.toPath(), readAll(asset));
    }
    if (!unfinished.renameTo(copy)) throw new IOException("cannot rename " + unfinished);
    return copy;
  }

  /** Confirms the release, before the update stages another one. */
  private void onPageShown(Launch launch) {
    if (launch.getToken() == null) return;
    background.execute(
        () -> {
          try {
            log.line("confirm " + device.confirm(launch.getToken()));
          } catch (ErosException error) {
            log.error(error);
          }
        });
  }

  private void update() {
    try (InputStream root = openAsset("root.json")) {
      FetchOptions options = new FetchOptions(store, CHANNEL).root(readAll(root));
      log.line("fetch " + device.fetch(options, new UrlConnectionTransport()));
    } catch (ErosException error) {
      log.error(error);
    } catch (IOException error) {
      log.line("cannot read root.json: " + error.getMessage());
    }
  }

  private static byte[] readAll(InputStream input) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    byte[] part = new byte[16_384];
    int count;
    while ((count = input.read(part)) >= 0) bytes.write(part, 0, count);
    return bytes.toByteArray();
  }

  /** Waits for the tasks in the background, so that the sample can end. */
  void finishBackgroundWork() throws InterruptedException {
    background.shutdown();
    background.awaitTermination(60, TimeUnit.SECONDS);
  }
}
