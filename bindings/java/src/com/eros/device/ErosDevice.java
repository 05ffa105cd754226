package com.eros.device;

import java.io.File;
import java.util.Objects;

/**
 * A folder of releases on a device.
 *
 * <p>A start of an app:
 *
 * <pre>{@code
 * ErosDevice device = ErosDevice.open(new DeviceOptions(folder).appVersion("2.1.0"));
 * Launch launch = device.launch(new BundleFiles(zip, config), LaunchKind.FOREGROUND);
 * showPages(launch.getFolder());
 * // later, when the first page has appeared:
 * if (launch.getToken() != null) device.confirm(launch.getToken());
 * }</pre>
 *
 * <p>It may be used from any thread. Calls run one after the other, except {@link #fetch} and
 * {@link #cancel}. Calls read and write files, so make them on a background thread, except {@link
 * #launch} at the start.
 *
 * <p>Each method throws a {@link NullPointerException} for {@code null} where it is not allowed, an
 * {@link IllegalArgumentException} for text that is not valid Unicode, and an {@link
 * IllegalStateException} after {@link #close}.
 */
public final class ErosDevice implements AutoCloseable {
  /** The address of the {@code eros_device}. */
  private final long address;
  /** The number of calls in progress; the last one after {@link #close} releases the handle. */
  private int calls;
  private boolean isClosed;

  private ErosDevice(long address) {
    this.address = address;
  }

  /**
   * Opens a folder of releases, without accessing it.
   *
   * @param options the settings
   * @return the device, which the caller closes
   * @throws ErosException if a setting is invalid
   */
  public static ErosDevice open(DeviceOptions options) throws ErosException {
    return new ErosDevice(
        Native.open(
            Text.encode(options.folder, "folder"), Text.encode(options.appVersion, "appVersion"),
            options.threads, options.lockTimeout, options.trialLaunches, options.maximumFiles,
            options.maximumSize, options.storageWithoutOwners));
  }

  /**
   * Chooses the release to run and verifies every byte of it.
   *
   * <p>Call this at each start of the app. A damaged release is repaired, or another one runs. When
   * this returns, the choice is durable.
   *
   * @param embedded the bundle in the app, or {@code null}; it is installed at the first start, and
   *     when it is newer than the release that ran
   * @param kind the kind of the start
   * @return the release to run
   * @throws ErosException if no release can run
   */
  public Launch launch(BundleFiles embedded, LaunchKind kind) throws ErosException {
    byte[] zip = embedded == null ? null : Text.encode(embedded.zip, "zip");
    byte[] config = embedded == null ? null : Text.encode(embedded.config, "config");
    int number = kind.ordinal();
    long device = begin();
    try {
      return (Launch) Native.launch(device, zip, config, number);
    } finally {
      end();
    }
  }

  /**
   * Records that the release on trial works; call it when the first page has appeared.
   *
   * <p>When this returns, the confirmation is durable.
   *
   * @param token the token of the launch
   * @return the result; a stale token is not an error
   * @throws ErosException if the confirmation cannot be stored
   */
  public Confirmation confirm(String token) throws ErosException {
    byte[] text = Text.encode(Objects.requireNonNull(token, "token"), "token");
    long device = begin();
    try {
      return Confirmation.values()[Native.confirm(device, text)];
    } finally {
      end();
    }
  }

  /**
   * Records that the release on trial does not work; the next launch runs another release.
   *
   * <p>Call this if the first page of a release on trial fails. Do not put personal data into the
   * reason.
   *
   * @param token the token of the launch
   * @param reason the reason, of which the first 200 bytes are part of {@link #decisions}
   * @return the result
   * @throws ErosException if no other release can run; the trial then continues
   */
  public Failure failed(String token, String reason) throws ErosException {
    return failed(token, reason, null, null);
  }

  /**
   * Records that the release on trial does not work, with the class of the error and its stack.
   *
   * <p>{@link #decisions} and the next report contain the class and a hash of the first 10 frames
   * of the stack. The report contains neither the reason nor the stack.
   *
   * @param token the token of the launch
   * @param reason the reason, of which the first 200 bytes are part of {@link #decisions}
   * @param errorClass the class of the error, such as {@code TypeError}, or {@code null}; a text
   *     that is not an identifier of at most 64 ASCII characters becomes {@code other}
   * @param stack the stack as the JavaScript engine writes it, of which 64 KiB are read, or {@code
   *     null}
   * @return the result
   * @throws ErosException if no other release can run; the trial then continues
   */
  public Failure failed(String token, String reason, String errorClass, String stack)
      throws ErosException {
    byte[] tokenText = Text.encode(Objects.requireNonNull(token, "token"), "token");
    byte[] reasonText = Text.encode(Objects.requireNonNull(reason, "reason"), "reason");
    byte[] classText = Text.encodeRepaired(errorClass);
    byte[] stackText = Text.encodeRepaired(stack);
    long device = begin();
    try {
      return Failure.values()[
          Native.failed(device, tokenText, reasonText, classText, stackText)];
    } finally {
      end();
    }
  }

  /**
   * Switches the running app to the staged release, without waiting for the next launch.
   *
   * <p>Call this for an urgent release, before the app opens a page or when it resumes. Open further
   * pages, and all pages that they lead to, in the folder of the result; leave open pages where they
   * are. The files of all releases since the last foreground launch stay until the next one, so no page
   * sees the files of two releases.
   *
   * <p>The trial of the release starts as with a launch, and has all its launches left: {@link #confirm}
   * it when its first page has appeared, or call {@link #failed} and continue with the launch before.
   * When this returns, the choice is durable.
   *
   * @return the release for further pages, or {@code null} if the app continues with its release: none
   *     is staged, the staged release requires a newer app, a trial is in progress, the app was not
   *     launched in the foreground, or it has applied four releases since
   * @throws ErosException if the staged release is damaged or the choice cannot be stored; the app then
   *     continues with its release
   */
  public Launch applyNow() throws ErosException {
    long device = begin();
    try {
      return (Launch) Native.applyNow(device);
    } finally {
      end();
    }
  }

  /**
   * Verifies a downloaded bundle or patch and stages its release for the next launch.
   *
   * <p>When this returns, the staged release is durable, and the file is no longer needed.
   *
   * @param update a bundle or a content delta; a BSDIFF40 patch is refused
   * @return the result
   * @throws ErosException if the update is refused. The releases that can run, and a release that was
   *     staged before, are unchanged. If the disk is full, the release that failed last is deleted.
   */
  public Staging stage(BundleFiles update) throws ErosException {
    byte[] zip = Text.encode(update.zip, "zip");
    byte[] config = Text.encode(update.config, "config");
    long device = begin();
    try {
      return Staging.values()[Native.stage(device, zip, config)];
    } finally {
      end();
    }
  }

  /**
   * Rolls back to a release that is known to work; the next launch runs it.
   *
   * @param release a tree hash, {@code "embedded"}, or {@code null} for the confirmed release
   *     before the active one
   * @throws ErosException if the release does not exist
   */
  public void rollBack(String release) throws ErosException {
    byte[] text = Text.encode(release, "release");
    long device = begin();
    try {
      Native.rollBack(device, text);
    } finally {
      end();
    }
  }

  /**
   * Unblocks a release, or all releases, so that an update can select them.
   *
   * <p>The active release does not change. When this returns, the change is durable.
   *
   * @param release a tree hash, or {@code null} for all releases
   * @return the number of unblocked releases
   * @throws ErosException if the folder has no releases or cannot be written
   */
  public int unblock(String release) throws ErosException {
    byte[] text = Text.encode(release, "release");
    long device = begin();
    try {
      return Native.unblock(device, text);
    } finally {
      end();
    }
  }

  /**
   * Returns the state of the releases as JSON, with the fields of {@code eros status --json}.
   *
   * @param verify whether to verify every byte of every release
   * @return the JSON
   * @throws ErosException if the folder has no releases
   */
  public String status(boolean verify) throws ErosException {
    long device = begin();
    try {
      return Text.decode(Native.status(device, verify));
    } finally {
      end();
    }
  }

  /**
   * Returns the last 32 decisions about the releases as JSON, for a support request.
   *
   * <p>{@code eros explain} names the cause why the device did not take a release. The document
   * contains no ID of the device, no address, no path and no token.
   *
   * @return the JSON
   * @throws ErosException if there is not enough memory
   */
  public String decisions() throws ErosException {
    long device = begin();
    try {
      return Text.decode(Native.decisions(device));
    } finally {
      end();
    }
  }

  /**
   * Checks a channel of a release store, downloads an update and stages it for the next launch.
   *
   * <p>Call this on a thread of its own, because it waits for the network. After an error, the app
   * continues with its release. The next fetch continues an interrupted download if the server sends a
   * strong entity tag.
   *
   * @param options the channel
   * @param transport the HTTP client
   * @return JSON with the fields of {@code eros fetch --json}
   * @throws ErosException if the store is out of reach or the fetch is cancelled ({@link
   *     ErosException#UNAVAILABLE}), or an answer is refused ({@link ErosException#BAD_DATA})
   */
  public String fetch(FetchOptions options, Transport transport) throws ErosException {
    byte[] store = Text.encode(options.store, "store");
    byte[] channel = Text.encode(options.channel, "channel");
    byte[] id = Text.encode(options.id, "id");
    byte[] tester = Text.encode(options.tester, "tester");
    byte[] reportUrl = Text.encode(options.reportUrl, "reportUrl");
    Exchange exchange =
        new Exchange(this, Objects.requireNonNull(transport, "transport"), options.progress);
    long device = begin();
    try {
      return Text.decode(
          Native.fetch(
              device, options.checkOnly, store, channel, options.root, id, tester, reportUrl,
              exchange));
    } catch (ErosException error) {
      if (exchange.failure() != null) error.initCause(exchange.failure());
      throw error;
    } finally {
      end();
    }
  }

  /**
   * Cancels the fetches in progress, which then end with {@link ErosException#UNAVAILABLE}; does
   * nothing after {@link #close}.
   *
   * <p>It may be called from any thread, and by the {@link Transport}. It does not wait: a fetch
   * ends before its next request, at the next part of an answer, or during a pause.
   */
  public void cancel() {
    synchronized (this) {
      if (isClosed) return;
      calls++;
    }
    try {
      Native.cancel(address);
    } finally {
      end();
    }
  }

  /**
   * Installs the release that a client without this library keeps in a folder; call it before the
   * first launch and the first fetch.
   *
   * <p>The folder is only read. The release is installed completely or not at all, also if the
   * process is killed; the next call then completes it.
   *
   * @param oldFolder the folder with {@code bundle}, which has the pages, and {@code bundle.config}
   * @return the result
   * @throws ErosException if the pages do not agree with {@code bundle.config}; then launch with
   *     the embedded bundle
   */
  public Adoption adopt(File oldFolder) throws ErosException {
    byte[] path = Text.encode(Objects.requireNonNull(oldFolder, "oldFolder"), "oldFolder");
    long device = begin();
    try {
      return Adoption.values()[Native.adopt(device, path)];
    } finally {
      end();
    }
  }

  /**
   * Closes the device; does nothing if it is closed.
   *
   * <p>It cancels the fetches and does not wait; other calls in progress continue.
   */
  @Override
  public void close() {
    synchronized (this) {
      if (isClosed) return;
      isClosed = true;
      // The handle exists until this call ends, too.
      calls++;
    }
    try {
      Native.cancel(address);
    } finally {
      end();
    }
  }

  synchronized boolean isClosed() {
    return isClosed;
  }

  /** Starts a call, and returns the address of the handle, which exists until {@link #end}. */
  private synchronized long begin() {
    if (isClosed) throw new IllegalStateException("the device is closed");
    calls++;
    return address;
  }

  private void end() {
    synchronized (this) {
      calls--;
      if (!isClosed || calls > 0) return;
    }
    Native.close(address);
  }
}
