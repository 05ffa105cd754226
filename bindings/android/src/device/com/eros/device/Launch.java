package com.eros.device;

import java.io.File;

/** The release to run. */
public final class Launch {
  private final String release;
  private final File folder;
  private final String reason;
  private final String token;
  private final String previous;
  private final String notes;
  private final ErosException failure;

  Launch(
      String release, File folder, String reason, String token, String previous, String notes,
      ErosException failure) {
    this.release = release;
    this.folder = folder;
    this.reason = reason;
    this.token = token;
    this.previous = previous;
    this.notes = notes;
    this.failure = failure;
  }

  /**
   * Returns the tree hash of the release.
   *
   * @return 64 hexadecimal digits
   */
  public String getRelease() {
    return release;
  }

  /**
   * Returns the folder of the pages.
   *
   * @return the folder
   */
  public File getFolder() {
    return folder;
  }

  /**
   * Returns the reason for the choice.
   *
   * @return {@code "first-run"}, {@code "embedded-newer"}, {@code "trial"}, {@code "confirmed"} or
   *     {@code "recovered"}
   */
  public String getReason() {
    return reason;
  }

  /**
   * Returns the token for {@link ErosDevice#confirm}.
   *
   * @return the token, or {@code null} if the release is not on trial
   */
  public String getToken() {
    return token;
  }

  /**
   * Returns the release that ran before.
   *
   * @return the tree hash, or {@code null} if it is the same or there was none
   */
  public String getPrevious() {
    return previous;
  }

  /**
   * Returns the problems that did not stop the launch, for logs.
   *
   * @return one problem per line, or {@code null} if there are none
   */
  public String getNotes() {
    return notes;
  }

  /**
   * Returns the error that prevented part of the launch, for example installing the embedded
   * bundle. The release is intact nevertheless.
   *
   * @return the error, or {@code null} if there is none
   */
  public ErosException getFailure() {
    return failure;
  }
}
