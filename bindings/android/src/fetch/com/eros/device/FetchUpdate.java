package com.eros.device;

import java.util.Collections;
import java.util.List;

/** An update check or a fetch, which holds the lock of the device's folders. */
final class FetchUpdate implements AutoCloseable {
  /** What an update needs from its host. */
  static final class Request {
    final Sandbox sandbox;
    final DecisionRecorder decisions;
    final FetchOptions options;
    final ChannelName channel;
    /** The metadata and the artifacts of the store, and the server for usage reports, which may be {@code null}. */
    final HttpReader metadata;
    final HttpReader artifacts;
    final HttpReader reports;
    /** The app, or {@code null} for the app of the last launch. */
    final NativeApp app;
    final long now;

    Request(
        Sandbox sandbox, DecisionRecorder decisions, NativeApp app, FetchOptions options, Transport transport,
        HttpReader.Limits limits, Cancellation cancellation, long now) throws ErosException {
      this.sandbox = sandbox;
      this.decisions = decisions;
      this.app = app;
      this.options = options;
      this.now = now;
      WebAddress store = WebAddress.parse(options.store);
      metadata = new HttpReader(store, transport, limits, cancellation);
      artifacts = new HttpReader(store, transport, limits, cancellation);
      reports = options.reportUrl == null ? null
          : new HttpReader(WebAddress.parse(options.reportUrl), transport, limits, cancellation);
      channel = ChannelName.parse(options.channel);
      if (channel == null) throw ChannelException.badName(options.channel);
    }
  }

  /** The size of the pages relative to the bundle, if the publisher did not record it. */
  private static final long USUAL_EXPANSION = 4;

  private final Request request;
  private final KeptReleases kept;
  private final String id;
  private final String tester;
  private final DeviceFolder folder;
  private CheckRecord record;
  /** Whether metadata of the store was verified. */
  boolean hasVerified;
  private final FetchResult result = new FetchResult();
  private boolean isStaging;
  /** The exception that the host threw when the result of the fetch was certain, or {@code null}. */
  private Throwable hostFailure;

  /** Opens and locks the folders of the device. */
  FetchUpdate(Request request) throws ErosException {
    this.request = request;
    kept = new KeptReleases(request.sandbox);
    // An invalid identifier is in no list. It must not cost the device its updates.
    tester = request.options.tester == null ? null : TesterList.identifier(request.options.tester);
    // Refuses a folder with other files before anything is created in it.
    request.sandbox.currentState();
    folder = new DeviceFolder(request.sandbox.path, request.sandbox.lockTimeout);
    boolean isOpen = false;
    try {
      id = request.options.id != null ? checked(request.options.id) : folder.id();
      record = folder.record();
      isOpen = true;
    } finally {
      if (!isOpen) folder.close();
    }
  }

  private static String checked(String id) throws FetchException {
    int maximum = DeviceFolder.MAXIMUM_ID_LENGTH;
    if (id.isEmpty() || Utf8.length(id) > maximum) throw FetchException.badId(maximum);
    return id;
  }

  @Override
  public void close() {
    folder.close();
  }

  // Check

  /** Checks the channel without downloading an update. */
  FetchResult check() throws ErosException {
    ChannelContents contents = updateMetadata();
    FetchDecision decision = decide(contents, request.sandbox.currentState());
    if (decision.installs() && !hasBundle(decision.release)) result.artifact = decision.artifacts.get(0);
    return result(decision);
  }

  private boolean hasBundle(ChannelRelease release) throws ErosException {
    DeliveredBundle bundle = kept.bundle(release.tree, release.built);
    if (bundle == null) return false;
    bundle.close();
    return true;
  }

  /** Updates the metadata, and records the check. */
  private ChannelContents updateMetadata() throws ErosException {
    ChannelContents contents;
    ChannelUpdate update = null;
    try {
      trustAppRoot();
      update = new ChannelUpdate(request.metadata, folder, request.options.root, record, request.now);
      contents = update.run(request.channel);
      findTester(contents);
    } catch (ErosException error) {
      if (!isFromStore(error)) throw error;
      throw FetchException.failedCheck(request.metadata.address, error, record.channel(request.channel).checked);
    } finally {
      hasVerified = update != null && update.hasVerified();
    }
    update.recordTag();
    result.expires = update.expires();
    record.add(contents, request.now, request.sandbox.currentState().references());
    folder.write(record);
    if (contents.releases.isEmpty()) throw FetchException.noRelease(request.channel);
    return contents;
  }

  /** Trusts the app's root metadata instead of the stored metadata, if the two belong to different stores. */
  private void trustAppRoot() throws ErosException {
    if (request.options.root == null) return;
    try {
      folder.metadata.trustAppRoot(
          request.options.root, new TrustLimits(),
          new Folder.Preparation() {
            @Override
            public void prepare() throws ErosException {
              // The staged release belongs to the former store.
              InstalledRelease pending = request.sandbox.currentState().pending;
              record = new CheckRecord(record, pending == null ? null : pending.tree);
              folder.write(record);
            }
          });
    } catch (TrustException error) {
      throw FetchException.badRoot(error);
    }
  }

  /** Finds out whether the device is in the list of testers, if a release asks. */
  private void findTester(ChannelContents contents) throws ErosException {
    boolean isNeeded = false;
    for (ChannelRelease release : contents.releases) {
      isNeeded |= !release.isStopped() && !release.isForAll() && release.includesTesters();
    }
    if (contents.testers == null || !isNeeded) return;
    if (tester == null) {
      result.testerState = request.options.tester != null ? "invalid" : "not-passed";
      return;
    }
    result.isTester = contains(contents);
    result.testerState = result.isTester ? "listed" : "not-listed";
  }

  /** Returns whether the list has the tester; it is downloaded again only if it, or the identifier, has changed. */
  private boolean contains(ChannelContents contents) throws ErosException {
    String search = Hashing.sha256(Utf8.encode(contents.testers.digest + " " + tester));
    CheckRecord.Channel channel = record.channel(request.channel);
    if (search.equals(channel.search)) return channel.isTester;
    String path = contents.testersPath;
    if (contents.testers.length > TesterList.MAXIMUM_LENGTH) throw FetchException.damaged(path);
    int limit = TesterList.MAXIMUM_LENGTH;
    MetadataSource.Response response = request.metadata.read(key(path, contents.testers), limit, null);
    if (response.isMissing()) throw FetchException.missing(path, 0);
    if (response == MetadataSource.Response.TOO_LONG) throw FetchException.tooLong(path, limit);
    byte[] bytes = response.bytes(path, limit);
    if (!contents.testers.matches(bytes)) throw FetchException.damaged(path);
    channel.isTester = new TesterList(bytes, request.channel).contains(tester);
    channel.search = search;
    return channel.isTester;
  }

  /** Returns the name of a target in the store. */
  private static String key(String path, TargetFile file) {
    return "targets/" + file.consistentPath(path);
  }

  private FetchDecision decide(ChannelContents contents, SandboxState state) {
    FetchDevice device = new FetchDevice(state, id, request.now);
    device.numbers = record.channel(request.channel).numbers;
    device.foreign = record.foreignReleases(request.channel);
    device.lost = kept.lost(state);
    device.app = request.app != null ? request.app : state.app;
    device.isTester = Boolean.TRUE.equals(result.isTester);
    return device.decide(contents);
  }

  /** Returns whether an error comes from the store or the network. */
  private static boolean isFromStore(ErosException error) {
    boolean isOwn = error instanceof SandboxException
        || error instanceof FetchException && ((FetchException) error).isCancelled();
    return !isOwn && (error.getCode() == ErosException.BAD_DATA || error.getCode() == ErosException.UNAVAILABLE);
  }

  // Update

  /** Checks the channel, downloads an update, stages it, and sends usage reports. */
  FetchResult fetch() throws ErosException {
    show(FetchStep.CHECK, 0, 0);
    ChannelContents contents = updateMetadata();
    SandboxState state = unstageForeignRelease(request.sandbox.currentState());
    // The check succeeded, so the device is online, not behind a captive portal.
    ReportOutbox outbox = new ReportOutbox(request.reports, folder, state, request.decisions);
    FetchDecision decision = decide(contents, state);
    boolean isComplete = false;
    try {
      decision = install(contents, decision);
      isComplete = true;
    } catch (FetchException error) {
      // A cancelled fetch sends no reports.
      isComplete = error.isCancelled();
      throw error;
    } catch (RuntimeException | Error error) {
      isComplete = true;
      throw error;
    } finally {
      if (!isComplete) send(outbox);
    }
    if (result.hasStaged()) {
      outbox.add(
          request.channel, state.active, result.staged.release, result.reportedForm(), result.downloadSize());
    }
    result.reports = send(outbox);
    return result(decision);
  }

  private FetchResult result(FetchDecision decision) {
    result.decision = decision;
    return result;
  }

  /** Sends the reports; an exception of the host is thrown after the result is recorded. */
  private JsonValue send(ReportOutbox outbox) {
    try {
      return outbox.send();
    } catch (RuntimeException | Error error) {
      if (hostFailure == null) hostFailure = error;
      return JsonValue.NULL;
    }
  }

  /** Removes the staged release of a channel or a store that the device has left, so that no launch tries it. */
  private SandboxState unstageForeignRelease(SandboxState state) throws ErosException {
    boolean isForeign = state.pending != null
        && record.foreignReleases(request.channel).contains(state.pending.tree);
    return isForeign ? kept.unstage(state.pending.tree) : state;
  }

  /** Installs the selected release, if there is one, and returns the last decision. */
  private FetchDecision install(ChannelContents contents, FetchDecision first) throws ErosException {
    FetchDecision decision = first;
    while (result.staged == null && decision.installs()) {
      ChannelRelease release = decision.release;
      folder.removeDownloads(decision.artifacts);
      record.channel(request.channel).numbers.put(release.tree, release.number);
      folder.write(record);
      FetchDecision next = installKept(contents, release);
      decision = next != null ? next : installArtifacts(contents, decision);
    }
    folder.removeDownloads(Collections.<FetchArtifact>emptyList());
    return decision;
  }

  /**
   * Stages a release that the device still has, for example because it failed there and the publisher asked to try it
   * again.
   *
   * @return the last decision, or {@code null} if the release must be downloaded
   */
  private FetchDecision installKept(ChannelContents contents, ChannelRelease release) throws ErosException {
    try (DeliveredBundle bundle = kept.bundle(release.tree, release.built)) {
      return bundle == null ? null : stage(bundle, contents, release);
    } catch (SandboxException error) {
      // The files have changed since they were verified, so they are downloaded.
      boolean isDamage = error.kind == SandboxException.Kind.NOT_VERIFIED
          || error.kind == SandboxException.Kind.UNEXPECTED_RELEASE;
      if (isDamage) return null;
      throw error;
    } catch (FileException error) {
      if (error.isReading() && error.indicatesDamage()) return null;
      throw error;
    }
  }

  /** Downloads and stages the first artifact that succeeds. */
  private FetchDecision installArtifacts(ChannelContents contents, FetchDecision decision) throws ErosException {
    result.fallbackReason = null;
    List<FetchArtifact> artifacts = decision.artifacts;
    for (FetchArtifact next : artifacts) {
      try {
        FetchDecision last = install(next, contents, decision.release);
        if (result.staged != null) result.artifact = next;
        return last;
      } catch (ErosException error) {
        boolean isLast = next == artifacts.get(artifacts.size() - 1);
        if (isLast || !allowsFallback(error)) throw error;
        result.fallbackReason = error.getMessage();
      }
    }
    return decision;
  }

  /**
   * Returns whether another artifact may succeed after this error of a patch.
   *
   * <p>The full bundle can need less space than a patch.
   */
  private static boolean allowsFallback(ErosException error) {
    if (error instanceof FileException) return false;
    if (error instanceof FetchException) return !((FetchException) error).isCancelled();
    if (!(error instanceof SandboxException)) return true;
    SandboxException.Kind kind = ((SandboxException) error).kind;
    return kind == SandboxException.Kind.NOT_VERIFIED || kind == SandboxException.Kind.UNEXPECTED_RELEASE
        || kind == SandboxException.Kind.BASE_MISSING || kind == SandboxException.Kind.DAMAGED;
  }

  /**
   * Downloads an artifact and stages its release.
   *
   * <p>If the sandbox has changed meanwhile so that the decision differs, nothing is staged. If the disk lacks no more
   * space than the release that failed last occupies, this release is deleted, and the decision made again without it.
   *
   * @return the last decision
   */
  private FetchDecision install(FetchArtifact next, ChannelContents contents, ChannelRelease release)
      throws ErosException {
    checkFailedBase(next);
    if (next.file.digest.length() != Hex.SHA256_DIGITS) throw FetchException.damaged(next.path);
    try (Download download = new Download(next, folder.downloads, this)) {
      long needed = sum(download.length - download.count(), stagedSize(release, next));
      long free = folder.freeSpace();
      if (free < needed) {
        if (!freeSpace(next, needed - free)) throw FetchException.noSpace(folder.downloads.path, needed, free);
        return decide(contents, request.sandbox.currentState());
      }
      do {
        if (!request.artifacts.download(key(next.path, next.file), download)) {
          throw FetchException.missing(next.path, 0);
        }
      } while (!isIntact(download));
      try (OpenFile file = download.open()) {
        return stage(new DeliveredBundle(file, null, null), contents, release);
      }
    }
  }

  private static boolean isIntact(Download download) throws ErosException {
    if (download.matches()) return true;
    download.discard();
    return false;
  }

  /** Returns the maximum number of bytes that the sandbox writes to stage a release. */
  private static long stagedSize(ChannelRelease release, FetchArtifact artifact) {
    long zip = release.bundle.length;
    long pages = release.pagesSize < 0 ? zip * USUAL_EXPANSION : release.pagesSize;
    // A patch can produce an uncompressed zip. Lengths are at most 2^53.
    return artifact.base == null ? zip + pages : pages * 2;
  }

  private static long sum(long left, long right) {
    return left > Long.MAX_VALUE - right ? Long.MAX_VALUE : left + right;
  }

  /** Deletes the release that failed last if the artifact does not need it and then fits on the disk. */
  private boolean freeSpace(FetchArtifact next, long missing) throws ErosException {
    String failed = request.sandbox.currentState().failed;
    boolean isUseful = failed != null && !failed.equals(next.base) && kept.sizeOfFailed() >= missing;
    return isUseful && kept.discardFailed();
  }

  /** Checks the release that failed last before the download of a patch that needs it; nothing repairs it. */
  private void checkFailedBase(FetchArtifact next) throws ErosException {
    if (next.base == null || !next.base.equals(request.sandbox.currentState().failed)) return;
    String path = request.sandbox.path;
    try {
      if (kept.isFailedIntact(next.base)) return;
    } catch (FileException error) {
      // The update can use another base now. The release is not known to be damaged.
      throw SandboxException.baseMissing(path, next.base);
    }
    throw SandboxException.damaged(path, next.base);
  }

  /** Stages a release, unless the current decision differs, and returns the last decision. */
  private FetchDecision stage(DeliveredBundle bundle, ChannelContents contents, ChannelRelease release)
      throws ErosException {
    show(FetchStep.STAGE, 0, 0);
    Folder.createAll(request.sandbox.path);
    try (LockedSandbox locked = request.sandbox.open(true)) {
      FetchDecision decision = decide(contents, locked.state);
      boolean isWanted = decision.installs() && decision.release.number == release.number;
      if (isWanted) result.staged = request.sandbox.stage(bundle, release.tree, release.retries, locked);
      return decision;
    }
  }

  // Progress

  /** Shows a step to the host. An exception ends the fetch, except while the release is staged. */
  void show(FetchStep step, long received, long total) {
    FetchProgress progress = request.options.progress;
    boolean isRepeated = step == FetchStep.STAGE && isStaging;
    isStaging = step == FetchStep.STAGE;
    if (progress == null || isRepeated) return;
    try {
      progress.show(step, received, total);
    } catch (RuntimeException | Error error) {
      if (step != FetchStep.STAGE) throw error;
      if (hostFailure == null) hostFailure = error;
    }
  }

  /** Throws an exception of the host that did not end the fetch. */
  void throwHostFailure() {
    if (hostFailure instanceof RuntimeException) throw (RuntimeException) hostFailure;
    if (hostFailure instanceof Error) throw (Error) hostFailure;
  }
}
