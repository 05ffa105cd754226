package com.eros.device;

import java.io.File;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;

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
 * <p>It may be used from any thread. Calls run one after the other, except {@link #fetch} and {@link #cancel}. Calls
 * read and write files, so make them on a background thread, except {@link #launch} at the start.
 *
 * <p>Each method throws a {@link NullPointerException} for {@code null} where it is not allowed, and an
 * {@link IllegalStateException} after {@link #close}.
 */
public final class ErosDevice implements AutoCloseable {
  private static final int DEFAULT_THREADS = 2;
  private static final int DEFAULT_LOCK_TIMEOUT = 10_000;
  /** The maximum length of a token in bytes. */
  private static final int MAXIMUM_TOKEN = 256;
  private static final String TREE_REMEDY = "write 64 lowercase hexadecimal digits";

  private final Sandbox sandbox;
  private final DecisionRecorder decisions;
  /** The app, or {@code null} for the app of the last launch. */
  private final NativeApp app;
  private final int trialLaunches;
  /** The time limits of a fetch. */
  final HttpReader.Limits limits = new HttpReader.Limits();
  /** The fetches in progress. */
  private final Set<Cancellation> fetches = new HashSet<Cancellation>();
  private volatile boolean isClosed;

  private ErosDevice(Sandbox sandbox, NativeApp app, int trialLaunches) {
    this.sandbox = sandbox;
    this.app = app;
    this.trialLaunches = trialLaunches;
    decisions = new DecisionRecorder(sandbox, app);
  }

  /**
   * Opens a folder of releases, without accessing it.
   *
   * @param options the settings
   * @return the device, which the caller closes
   * @throws ErosException if a setting is invalid
   */
  public static ErosDevice open(DeviceOptions options) throws ErosException {
    NativeApp app = null;
    if (options.appVersion != null) {
      NativeVersion version = NativeVersion.parse(options.appVersion);
      if (version == null) {
        throw new ErosException(
            ErosException.USAGE,
            DisplayText.quote(options.appVersion) + " is not a version of an app",
            "write one to eight numbers with dots, such as 1.2.0 or 1.2.0-beta.1");
      }
      app = new NativeApp(version, NativeApp.ANDROID);
    }
    ZipLimits limits = new ZipLimits(
        options.maximumFiles == 0 ? ZipLimits.DEFAULT_ENTRIES : options.maximumFiles,
        options.maximumSize == 0 ? ZipLimits.DEFAULT_SIZE : options.maximumSize);
    int threads = options.threads == 0 ? DEFAULT_THREADS : options.threads;
    Sandbox sandbox = new Sandbox(
        options.folder.getPath(), new BundleVerifier(limits, threads),
        options.lockTimeout == 0 ? DEFAULT_LOCK_TIMEOUT : options.lockTimeout,
        !options.storageWithoutOwners);
    return new ErosDevice(
        sandbox, app,
        options.trialLaunches == 0
            ? SandboxEvent.Start.DEFAULT_ATTEMPTS : options.trialLaunches);
  }

  private void begin() {
    if (isClosed) throw new IllegalStateException("the device is closed");
  }

  private SandboxEvent.Start start(long now) {
    SandboxEvent.Start start = new SandboxEvent.Start(Sandbox.freshToken(), now);
    start.app = app;
    start.attempts = trialLaunches;
    return start;
  }

  /**
   * Chooses the release to run and verifies every byte of it.
   *
   * <p>Call this at each start of the app. A damaged release is repaired, or another one runs. When this
   * returns, the choice is durable.
   *
   * @param embedded the bundle in the app, or {@code null}; it is installed at the first start, and when it
   *     is newer than the release that ran
   * @param kind the kind of the start
   * @return the release to run
   * @throws ErosException if no release can run
   */
  public synchronized Launch launch(BundleFiles embedded, LaunchKind kind) throws ErosException {
    begin();
    long now = System.currentTimeMillis();
    SandboxEvent.Start start = start(now);
    start.isForeground = Objects.requireNonNull(kind, "kind") == LaunchKind.FOREGROUND;
    try {
      Sandbox.Launched launched = sandbox.launch(embedded, start);
      decisions.recordLaunch(launched, now);
      return launch(launched);
    } catch (ErosException error) {
      decisions.recordFailedLaunch(error, now);
      throw error;
    }
  }

  /**
   * Switches the running app to the staged release, without waiting for the next launch.
   *
   * <p>Call this for an urgent release, before the app opens a page or when it resumes. Open further pages,
   * and all pages that they lead to, in the folder of the result; leave open pages where they are. The files
   * of all releases since the last foreground launch stay until the next one, so no page sees the files of
   * two releases.
   *
   * <p>The trial of the release starts as with a launch, and has all its launches left: {@link #confirm} it
   * when its first page has appeared, or call {@link #failed} and continue with the launch before. When this
   * returns, the choice is durable.
   *
   * @return the release for further pages, or {@code null} if the app continues with its release: none is
   *     staged, the staged release requires a newer app, a trial is in progress, the app was not launched in
   *     the foreground, or it has applied four releases since
   * @throws ErosException if the staged release is damaged or the choice cannot be stored; the app then
   *     continues with its release
   */
  public synchronized Launch applyNow() throws ErosException {
    begin();
    long now = System.currentTimeMillis();
    try {
      Sandbox.Launched launched = sandbox.applyNow(start(now));
      if (launched == null) return null;
      decisions.recordLaunch(launched, now);
      return launch(launched);
    } catch (ErosException error) {
      decisions.recordFailedLaunch(error, now);
      throw error;
    }
  }

  private Launch launch(Sandbox.Launched launched) {
    StringBuilder notes = new StringBuilder();
    for (SandboxNote note : launched.notes) {
      notes.append(notes.length() == 0 ? "" : "\n").append(note);
    }
    SandboxRun run = launched.run;
    return new Launch(
        run.release, new File(sandbox.pagesPath(run.release)), run.reason, run.token,
        run.previous, notes.length() == 0 ? null : notes.toString(), launched.failure());
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
  public synchronized Confirmation confirm(String token) throws ErosException {
    begin();
    checkToken(token);
    Decision decision = new Decision("confirm");
    try {
      String release = sandbox.confirm(token);
      decisions.record(decision.release(release), release == null ? "stale-token" : "confirmed");
      return release == null ? Confirmation.STALE_TOKEN : Confirmation.CONFIRMED;
    } catch (ErosException error) {
      throw decisions.recorded(decision, error);
    }
  }

  private static void checkToken(String token) {
    if (Utf8.length(Objects.requireNonNull(token, "token")) > MAXIMUM_TOKEN) {
      throw new IllegalArgumentException("a token has at most " + MAXIMUM_TOKEN + " bytes");
    }
  }

  /**
   * Records that the release on trial does not work; the next launch runs another release.
   *
   * <p>Call this if the first page of a release on trial fails. Do not put personal data into the reason.
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
   * <p>{@link #decisions} and the next report contain the class and a hash of the first 10 frames of the
   * stack. The report contains neither the reason nor the stack.
   *
   * @param token the token of the launch
   * @param reason the reason, of which the first 200 bytes are part of {@link #decisions}
   * @param errorClass the class of the error, such as {@code TypeError}, or {@code null}; a text that is not
   *     an identifier of at most 64 ASCII characters becomes {@code other}
   * @param stack the stack as the JavaScript engine writes it, of which 64 KiB are read, or {@code null}
   * @return the result
   * @throws ErosException if no other release can run; the trial then continues
   */
  public synchronized Failure failed(
      String token, String reason, String errorClass, String stack) throws ErosException {
    begin();
    checkToken(token);
    Decision decision = new Decision("failure")
        .detail(Objects.requireNonNull(reason, "reason")).error(errorClass, stack);
    try {
      String release = sandbox.fail(token);
      decision.release(release).reason("host");
      decisions.record(decision, release == null ? "noted" : "blocked");
      return release == null ? Failure.NOTED : Failure.BLOCKED;
    } catch (ErosException error) {
      throw decisions.recorded(decision, error);
    }
  }

  /**
   * Verifies a downloaded bundle or content delta and stages its release for the next launch.
   *
   * <p>When this returns, the staged release is durable, and the file is no longer needed.
   *
   * @param update a bundle or a content delta; a BSDIFF40 patch is refused
   * @return the result
   * @throws ErosException if the update is refused. The releases that can run, and a release that was staged
   *     before, are unchanged. If the disk is full, the release that failed last is deleted.
   */
  public synchronized Staging stage(BundleFiles update) throws ErosException {
    begin();
    Objects.requireNonNull(update, "update");
    Decision decision = new Decision("stage");
    try {
      Sandbox.Staged staged = sandbox.stage(update);
      decision.release(staged.release);
      if (staged.waitsFor != null) decision.put("requires", staged.waitsFor.text);
      String outcome = staged.outcome == Staging.STAGED
          ? "staged" : staged.outcome == Staging.ALREADY_ON_TRIAL ? "trial" : "confirmed";
      decisions.record(decision, outcome);
      return staged.outcome;
    } catch (ErosException error) {
      throw decisions.recorded(decision, error);
    }
  }

  /**
   * Rolls back to a release that is known to work; the next launch runs it.
   *
   * @param release a tree hash, {@code "embedded"}, or {@code null} for the confirmed release before the
   *     active one
   * @throws ErosException if the release does not exist
   */
  public synchronized void rollBack(String release) throws ErosException {
    begin();
    boolean isTarget = release == null || release.equals(SandboxEvent.EMBEDDED);
    if (!isTarget) checkTree(release, TREE_REMEDY + ", or 'embedded'");
    Decision decision = new Decision("rollback");
    try {
      String previous = sandbox.rollBack(release == null ? SandboxEvent.PREVIOUS : release);
      decisions.record(decision.release(previous), "rolled-back");
    } catch (ErosException error) {
      throw decisions.recorded(decision, error);
    }
  }

  private static void checkTree(String release, String remedy) throws ErosException {
    if (Hex.isSha256(release)) return;
    throw new ErosException(
        ErosException.USAGE, DisplayText.quote(release) + " is not a tree hash", remedy);
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
  public synchronized int unblock(String release) throws ErosException {
    begin();
    if (release != null) checkTree(release, TREE_REMEDY);
    Decision decision = new Decision("unblock").release(release);
    try {
      List<String> unblocked = sandbox.unblock(release);
      if (release == null && unblocked.size() == 1) decision.release(unblocked.get(0));
      decisions.record(decision, unblocked.isEmpty() ? "noted" : "unblocked");
      return unblocked.size();
    } catch (ErosException error) {
      throw decisions.recorded(decision, error);
    }
  }

  /**
   * Returns the state of the releases as JSON, with the fields of {@code eros status --json}.
   *
   * @param verify whether to verify every byte of every release
   * @return the JSON
   * @throws ErosException if the folder has no releases
   */
  public synchronized String status(boolean verify) throws ErosException {
    begin();
    return JsonWriter.text(SandboxStatus.read(sandbox, verify).json());
  }

  /**
   * Returns the last 32 decisions about the releases as JSON, for a support request.
   *
   * <p>{@code eros explain} names the cause why the device did not take a release. The document contains no
   * ID of the device, no address, no path and no token.
   *
   * @return the JSON
   */
  public synchronized String decisions() {
    begin();
    return decisions.document(System.currentTimeMillis());
  }

  /**
   * Checks a channel of a release store, downloads an update and stages it for the next launch.
   *
   * <p>Call this on a thread of its own, because it waits for the network. Other calls wait for it only while it stages
   * the update. After an error, the app continues with its release. The next fetch continues an interrupted download if
   * the server sends a strong entity tag.
   *
   * @param options the channel
   * @param transport the HTTP client
   * @return JSON with the fields of {@code eros fetch --json}
   * @throws ErosException if the store is out of reach or the fetch is cancelled ({@link
   *     ErosException#UNAVAILABLE}), or an answer is refused ({@link ErosException#BAD_DATA})
   */
  public String fetch(FetchOptions options, Transport transport) throws ErosException {
    Objects.requireNonNull(options, "options");
    Objects.requireNonNull(transport, "transport");
    Cancellation cancellation = new Cancellation();
    synchronized (fetches) {
      fetches.add(cancellation);
    }
    try {
      // A device that is closed after this check cancels the fetch.
      begin();
      long now = System.currentTimeMillis();
      return fetch(
          new FetchUpdate.Request(sandbox, decisions, app, options, transport, limits, cancellation, now));
    } finally {
      synchronized (fetches) {
        fetches.remove(cancellation);
      }
    }
  }

  /** Runs an update, and records its decision. */
  private String fetch(FetchUpdate.Request request) throws ErosException {
    boolean checksOnly = request.options.checkOnly;
    Decision decision =
        new Decision(checksOnly ? "check" : "fetch").put("channel", request.channel.toString());
    boolean hasVerified = false;
    try (FetchUpdate update = new FetchUpdate(request)) {
      FetchResult result;
      try {
        result = checksOnly ? update.check() : update.fetch();
      } catch (RuntimeException | Error error) {
        // The host ended the fetch by an exception.
        decisions.recordUpdate(decision.failure(FetchException.cancelled()), "failed", request.now);
        throw error;
      } finally {
        hasVerified = update.hasVerified;
      }
      result.describe(decision);
      decisions.recordUpdate(decision, result.outcome(), request.now);
      update.throwHostFailure();
      return result.json(request);
    } catch (ErosException error) {
      decision.failure(error);
      if (hasVerified) decision.put("verified", JsonValue.of(true));
      // Another program owns the folder, so nothing is written to it.
      boolean isForeign = Decision.reason(error).equals(Decision.FOREIGN_FOLDER);
      if (!isForeign) decisions.recordUpdate(decision, "failed", request.now);
      throw error;
    }
  }

  /**
   * Cancels the fetches in progress, which then end with {@link ErosException#UNAVAILABLE}.
   *
   * <p>It may be called from any thread, and by the {@link Transport}. It does not wait: a fetch ends before its next
   * request, at the next part of an answer, or during a pause.
   */
  public void cancel() {
    synchronized (fetches) {
      for (Cancellation fetch : fetches) fetch.cancel();
    }
  }

  /**
   * Installs the release that a client without this library keeps in a folder; call it before the first
   * launch.
   *
   * <p>The folder is only read. The release is installed completely or not at all, also if the process is
   * killed; the next call then completes it.
   *
   * @param oldFolder the folder with {@code bundle}, which has the pages, and {@code bundle.config}
   * @return the result
   * @throws ErosException if the pages do not agree with {@code bundle.config}; then launch with the embedded
   *     bundle
   */
  public synchronized Adoption adopt(File oldFolder) throws ErosException {
    begin();
    return sandbox.adopt(
        Objects.requireNonNull(oldFolder, "oldFolder").getPath(), app,
        System.currentTimeMillis());
  }

  /**
   * Closes the device; does nothing if it is closed.
   *
   * <p>It cancels the fetches and does not wait; other calls in progress continue.
   */
  @Override
  public void close() {
    isClosed = true;
    cancel();
  }
}
