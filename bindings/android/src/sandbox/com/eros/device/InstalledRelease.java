package com.eros.device;

/** The recorded description of a release in a sandbox. */
final class InstalledRelease extends Value {
  private static final int MAXIMUM_VERSION_LENGTH = 64;

  /** The tree hash. */
  final String tree;
  /** The build time in milliseconds since 1970, which orders releases. */
  final long timestamp;
  /** The time of the first launch that found {@link #timestamp} more than a day in the future, or -1. */
  final long seen;
  /** The minimum versions of the apps as written in the manifest, or {@code null}. */
  final String android;
  final String iOS;
  /** The SHA-256 of the files that the tree hash does not cover. */
  final String zip;
  final String config;
  final String manifest;
  /** The sizes in bytes, so that files with another size are rejected without reading. */
  final long zipSize;
  final long pagesSize;

  InstalledRelease(
      String tree, long timestamp, String android, String iOS, String zip, String config,
      String manifest, long zipSize, long pagesSize, long seen) {
    this.tree = tree;
    this.timestamp = timestamp;
    this.seen = seen;
    this.android = version(android);
    this.iOS = version(iOS);
    this.zip = zip;
    this.config = config;
    this.manifest = manifest;
    this.zipSize = zipSize;
    this.pagesSize = pagesSize;
  }

  /** Creates the description of a verified bundle, or returns {@code null} if verification failed. */
  static InstalledRelease of(VerificationReport report, String zip, long zipSize, byte[] config) {
    if (!report.isVerified || report.treeHash == null || report.manifest == null) return null;
    return new InstalledRelease(
        report.treeHash, report.manifest.timestamp, report.manifest.android, report.manifest.iOS,
        zip, Hashing.sha256(config), Hashing.sha256(report.manifestBytes), zipSize,
        report.bytes + report.manifestBytes.length, -1);
  }

  private static String version(String text) {
    return text == null || Utf8.length(text) > MAXIMUM_VERSION_LENGTH ? null : text;
  }

  InstalledRelease withSeen(long time) {
    return new InstalledRelease(
        tree, timestamp, android, iOS, zip, config, manifest, zipSize, pagesSize, time);
  }

  /** Returns whether two releases with equal pages also have equal manifests. */
  boolean hasSameManifest(InstalledRelease other) {
    return timestamp == other.timestamp && Value.areEqual(android, other.android)
        && Value.areEqual(iOS, other.iOS) && manifest.equals(other.manifest);
  }

  boolean isInFuture(long now) {
    return Manifest.isInFuture(timestamp, now);
  }

  /**
   * Returns whether the release was built later than another one.
   *
   * <p>A build time in the future is wrong. It counts as the time when it was first seen, so that a bundle
   * built later is newer. The clock may also be wrong: if both build times are in the future relative to the
   * same time, they are compared with each other.
   */
  boolean isNewer(InstalledRelease other, long now) {
    long time = plausibleTime(now);
    long otherTime = other.plausibleTime(now);
    if (time == otherTime && isInFuture(now) && other.isInFuture(now)) {
      return timestamp > other.timestamp;
    }
    return time > otherTime;
  }

  /** Returns whether the release was built before {@code built}, by the rules of {@link #isNewer}. */
  boolean isOlder(long built, long now) {
    boolean isOtherInFuture = Manifest.isInFuture(built, now);
    long time = plausibleTime(now);
    long otherTime = isOtherInFuture ? now : built;
    return time == otherTime && isInFuture(now) && isOtherInFuture ? timestamp < built : time < otherTime;
  }

  private long plausibleTime(long now) {
    if (!isInFuture(now)) return timestamp;
    return seen < 0 ? now : Math.min(seen, now);
  }

  /**
   * Returns the minimum version that the release requires of an app, or {@code null} if it requires none.
   *
   * <p>Invalid versions are ignored, such as the placeholder of a template.
   */
  NativeVersion requirement(NativeApp app) {
    return requirement(android, iOS, app.platform);
  }

  /** Returns the minimum version for a platform, or for both if {@code platform} is {@code null}. */
  static NativeVersion requirement(String android, String iOS, String platform) {
    NativeVersion minimum = null;
    if (!NativeApp.IOS.equals(platform)) minimum = later(minimum, android);
    return NativeApp.ANDROID.equals(platform) ? minimum : later(minimum, iOS);
  }

  private static NativeVersion later(NativeVersion minimum, String text) {
    NativeVersion version = text == null ? null : NativeVersion.parse(text);
    if (version == null) return minimum;
    return minimum == null || version.compareTo(minimum) > 0 ? version : minimum;
  }

  /** Returns whether the release can run on an app; an unknown app can run all releases. */
  boolean runsOn(NativeApp app) {
    NativeVersion minimum = app == null ? null : requirement(app);
    return minimum == null || app.version.compareTo(minimum) >= 0;
  }

  // JSON

  JsonObject json() {
    JsonObject object = new JsonObject().put("release", tree).put("timestamp", timestamp)
        .put("android", android).put("iOS", iOS).put("zip", zip).put("config", config)
        .put("manifest", manifest).put("zipSize", zipSize).put("pagesSize", pagesSize);
    return seen < 0 ? object : object.put("seen", seen);
  }

  static InstalledRelease read(JsonFields fields) throws JsonException {
    return new InstalledRelease(
        fields.sha256("release"), fields.integer("timestamp", 0, Manifest.MAXIMUM_TIMESTAMP),
        fields.optionalString("android"), fields.optionalString("iOS"), fields.sha256("zip"),
        fields.sha256("config"), fields.sha256("manifest"),
        fields.integer("zipSize", 0, Long.MAX_VALUE),
        fields.integer("pagesSize", 0, Long.MAX_VALUE),
        fields.has("seen") ? fields.integer("seen", 0, Manifest.MAXIMUM_TIMESTAMP) : -1);
  }

  @Override
  Object[] parts() {
    return new Object[] {
      tree, timestamp, seen, android, iOS, zip, config, manifest, zipSize, pagesSize
    };
  }
}
