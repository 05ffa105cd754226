package com.eros.device;

import java.util.Objects;

/**
 * The settings of {@link ErosDevice#fetch}.
 *
 * <p>Each method changes one setting and returns this object.
 */
public final class FetchOptions {
  final String store;
  final String channel;
  byte[] root;
  String id;
  String tester;
  boolean checkOnly;
  String reportUrl;
  FetchProgress progress;

  /**
   * Creates the settings for a channel.
   *
   * @param store the URL of the release store, such as {@code "https://example.org/releases"}
   * @param channel the channel, such as {@code "my-app/production"}
   */
  public FetchOptions(String store, String channel) {
    this.store = Objects.requireNonNull(store, "store");
    this.channel = Objects.requireNonNull(channel, "channel");
  }

  /**
   * Sets the root metadata that ships with the app.
   *
   * @param metadata the contents of {@code root.json}, or {@code null}, which is sufficient after
   *     the first fetch
   * @return this object
   */
  public FetchOptions root(byte[] metadata) {
    root = metadata == null ? null : metadata.clone();
    return this;
  }

  /**
   * Sets the ID that decides about rollouts; it never leaves the device.
   *
   * @param id the ID, or {@code null} for one that the folder keeps
   * @return this object
   */
  public FetchOptions id(String id) {
    this.id = id;
    return this;
  }

  /**
   * Sets the identifier of the tester who uses the device; it never leaves the device.
   *
   * <p>A device that finds it in the channel's list of testers gets releases outside its share of a
   * rollout.
   *
   * @param tester the identifier, such as an address, or {@code null} if there is none
   * @return this object
   */
  public FetchOptions tester(String tester) {
    this.tester = tester;
    return this;
  }

  /**
   * Sets whether to only check for an update, without downloading it.
   *
   * @param checkOnly whether to only check
   * @return this object
   */
  public FetchOptions checkOnly(boolean checkOnly) {
    this.checkOnly = checkOnly;
    return this;
  }

  /**
   * Sets the URL that gets reports of updates.
   *
   * <p>A report says that a release was staged, confirmed, or failed its trial. It does not
   * identify the device. Reports that could not be sent wait for the next fetch; the result of the
   * fetch does not depend on them. They are not used with {@link #checkOnly}. The {@link Transport}
   * must support {@code POST}.
   *
   * @param url the URL, such as {@code "https://example.org/reports"}, or {@code null} to send and
   *     record nothing
   * @return this object
   */
  public FetchOptions reportUrl(String url) {
    reportUrl = url;
    return this;
  }

  /**
   * Sets the object that shows the progress of a fetch; it is not used with {@link #checkOnly}.
   *
   * @param progress the object, or {@code null} to show nothing
   * @return this object
   */
  public FetchOptions progress(FetchProgress progress) {
    this.progress = progress;
    return this;
  }
}
