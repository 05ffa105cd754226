package com.eros.device;

/** A release to run. */
final class SandboxRun {
  /** The sandbox was empty, or had only a staged release. */
  static final String FIRST_RUN = "first-run";
  /** The embedded bundle is newer than the confirmed release. */
  static final String EMBEDDED_NEWER = "embedded-newer";
  /** The release is on trial. */
  static final String TRIAL = "trial";
  /** The release is confirmed. */
  static final String CONFIRMED = "confirmed";
  /** Another release was damaged or failed its trial, or the state was lost. */
  static final String RECOVERED = "recovered";

  final String release;
  final String reason;
  /** The token that confirms the trial, or {@code null}. */
  final String token;
  /** The previously active release if it differs, or {@code null}. */
  final String previous;

  SandboxRun(String release, String reason, String token, String previous) {
    this.release = release;
    this.reason = reason;
    this.token = token;
    this.previous = release.equals(previous) ? null : previous;
  }
}
