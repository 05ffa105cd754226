package com.example.weex;

import com.eros.device.DeviceOptions;
import com.eros.device.ErosDevice;
import com.eros.device.ErosException;
import com.eros.device.FetchOptions;
import com.eros.device.Launch;
import com.eros.device.LaunchKind;
import com.eros.device.UrlConnectionTransport;
import java.io.File;
import java.io.IOException;
import java.util.logging.Level;
import java.util.logging.Logger;

/**
 * The releases of the app's pages. A process has one object, whose methods run on a background thread.
 *
 * <p>It uses no class of Android, so it also runs on a JDK.
 */
final class Releases {
  private static final Logger LOG = Logger.getLogger("releases");

  private final ErosDevice device;
  private final File fallbackFolder;
  private final EmbeddedBundle embedded;
  /** The device of the launch: {@link #device}, or one with the embedded bundle only. */
  private ErosDevice active;
  private Launch launch;
  /** The token of the release, until its first page has appeared or failed. */
  private String token;

  /**
   * Opens the releases.
   *
   * @param folder a folder that is not in a backup
   * @param fallbackFolder a folder for the embedded bundle if the releases cannot be used
   * @param version the version of the app, which is numbers with dots
   */
  Releases(File folder, File fallbackFolder, String version, EmbeddedBundle embedded)
      throws ErosException {
    device = ErosDevice.open(new DeviceOptions(folder).appVersion(version));
    active = device;
    this.fallbackFolder = fallbackFolder;
    this.embedded = embedded;
  }

  /** Returns the folder of the pages to show. Launches only once, because each launch of a trial counts. */
  synchronized File folder() throws ErosException, IOException {
    if (launch == null) launch();
    return launch.getFolder();
  }

  private void launch() throws ErosException, IOException {
    long start = System.nanoTime();
    active = device;
    try {
      launch = device.launch(embedded.files(), LaunchKind.FOREGROUND);
    } catch (ErosException error) {
      // For example, a later version of the app has written the folder. The next start tries again.
      LOG.log(Level.WARNING, "The releases cannot be used now", error);
      active = ErosDevice.open(new DeviceOptions(fallbackFolder));
      launch = active.launch(embedded.files(), LaunchKind.FOREGROUND);
    }
    token = launch.getToken();
    LOG.info(
        "Launched " + launch.getRelease() + " (" + launch.getReason() + ") in "
            + (System.nanoTime() - start) / 1_000_000 + " ms: " + launch.getFolder());
    if (launch.getFailure() != null) {
      LOG.log(Level.WARNING, "The launch is incomplete", launch.getFailure());
    }
  }

  /** Confirms the release on trial, because its first page has appeared. */
  synchronized void confirm() {
    if (token == null) return;
    try {
      LOG.info("Confirmed: " + active.confirm(token));
      token = null;
    } catch (ErosException error) {
      LOG.log(Level.WARNING, "The release is not confirmed", error);
    }
  }

  /**
   * Blocks the release if its first page has failed during the trial.
   *
   * @return whether {@link #folder} now returns the folder of another release
   */
  synchronized boolean block(String reason, String errorClass, String stack) {
    if (token == null) return false;
    try {
      active.failed(token, reason, errorClass, stack);
      token = null;
      launch = null;
      return true;
    } catch (ErosException error) {
      LOG.log(Level.WARNING, "The failure is not recorded", error);
      return false;
    }
  }

  /** Returns to the confirmed release before this one, whose folder {@link #folder} then returns. */
  synchronized void rollBack() throws ErosException {
    active.rollBack(null);
    launch = null;
  }

  /**
   * Stages the newest release for the next start of the app.
   *
   * <p>Not synchronized, because a fetch waits for the network.
   */
  void update(FetchOptions options) {
    try {
      LOG.info("Checked for an update: " + device.fetch(options, new UrlConnectionTransport()));
    } catch (ErosException error) {
      // Without a network, the app continues with its release.
      LOG.log(Level.WARNING, "No update", error);
    }
  }
}
