package com.eros.device;

import java.util.Arrays;

/**
 * The usage reports of one update of a device.
 *
 * <p>An error of a file or of the server never changes the outcome of the update.
 */
final class ReportOutbox {
  /** The server, or {@code null} to neither send nor record reports. */
  private final HttpReader server;
  private final DeviceFolder folder;
  /** The reports, or {@code null} if the file cannot be read now and must not be replaced. */
  private ReportRecord record;
  private byte[] stored;

  /** Reads the reports of the device, and adds the ends of trials in a state of the sandbox. */
  ReportOutbox(HttpReader server, DeviceFolder folder, SandboxState state, DecisionRecorder decisions) {
    this.server = server;
    this.folder = folder;
    if (server == null) {
      folder.removeReports();
      return;
    }
    try {
      record = folder.reports();
    } catch (ErosException error) {
      boolean isDamage = error instanceof FileException && ((FileException) error).indicatesDamage();
      if (!isDamage) return;
      record = new ReportRecord(null);
    }
    stored = record.bytes();
    DecisionLog log = null;
    try {
      if (record.hasFailure(state)) log = decisions.logUnlessUnreadable();
    } catch (ErosException error) {
      // The next update can read why a release failed, and reports it then.
    }
    record.observe(state, log);
  }

  /** Adds the report of a staged release. */
  void add(ChannelName channel, String from, String to, String form, long bytes) {
    if (record != null) record.add(channel, from, to, form, bytes);
  }

  /**
   * Stores and sends the reports, and removes them after a response of the server.
   *
   * @return the numbers of sent and of waiting reports
   */
  JsonValue send() {
    if (record == null) return JsonValue.NULL;
    // If the process is killed after this write, the next update sends the reports again.
    if (!Arrays.equals(stored, record.bytes())) write();
    int count = record.waitingCount();
    boolean isSent = count > 0 && server.post(record.body());
    if (isSent) {
      record.removeWaiting();
      write();
    }
    return JsonValue.of(new JsonObject().put("sent", isSent ? count : 0).put("waiting", isSent ? 0 : count));
  }

  private void write() {
    try {
      folder.write(record);
    } catch (ErosException error) {
      // The next update reports what this one could not store.
    }
  }
}
