package com.eros.device;

import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * The record of the last successful checks.
 *
 * <p>Its numbers determine the newer of two releases. Its entity tag determines whether the stored timestamp is
 * current. The authenticity of files depends only on signed metadata, verified in each check.
 */
final class CheckRecord {
  /** The name of the file. */
  static final String NAME = "last-check";
  /** The maximum length of the file, in bytes. */
  static final int MAXIMUM_LENGTH = 1 << 16;
  private static final int MAXIMUM_CHANNELS = 8;

  /** The record for one channel. */
  static final class Channel {
    /** The time of the last check, or {@code null}. */
    Long checked;
    /** The numbers of the channel's installed releases. */
    final TreeMap<String, Long> numbers = new TreeMap<String, Long>();
    /** The digest of the last list of testers and the identifier, or {@code null}. */
    String search;
    /** Whether that list has the tester. */
    boolean isTester;

    private long time() {
      return checked == null ? 0 : checked;
    }
  }

  private final TreeMap<String, Channel> channels = new TreeMap<String, Channel>(Utf8.ORDER);
  /** The digest of the location of the store whose timestamp has a version, or {@code null}. */
  String tagStore;
  /** The version of the timestamp, for example an entity tag. */
  String tagVersion;
  /** The digest of the timestamp. */
  String tagDigest;
  /** The release that was staged from a store that the device no longer trusts, while the sandbox has it. */
  private String formerlyStaged;

  /** Parses a record; a missing or malformed one is empty. */
  CheckRecord(byte[] bytes) {
    try {
      JsonObject object = bytes == null ? null : JsonReader.read(bytes).object();
      if (object != null && object(object, "channels") != null) read(object);
    } catch (JsonException error) {
      // The next check writes a new record.
    }
  }

  /**
   * Creates the record of a device that begins to trust another store.
   *
   * @param former the record of the store that the device leaves
   * @param pending the staged release, or {@code null}
   */
  CheckRecord(CheckRecord former, String pending) {
    if (pending == null) return;
    boolean isFetched = false;
    for (Channel channel : former.channels.values()) isFetched |= channel.numbers.containsKey(pending);
    // An interrupted change of the store is repeated with the new record.
    if (isFetched || pending.equals(former.formerlyStaged)) formerlyStaged = pending;
  }

  /** Returns the record of a channel; only the channels with the latest checks are kept. */
  Channel channel(ChannelName name) {
    Channel channel = channels.get(name.toString());
    if (channel != null) return channel;
    channel = new Channel();
    channels.put(name.toString(), channel);
    return channel;
  }

  /**
   * Returns the installed releases that the device knows only from other channels, and the release that was staged from
   * another store.
   */
  Set<String> foreignReleases(ChannelName name) {
    Set<String> foreign = new HashSet<String>();
    for (Channel channel : channels.values()) foreign.addAll(channel.numbers.keySet());
    if (formerlyStaged != null) foreign.add(formerlyStaged);
    foreign.removeAll(channel(name).numbers.keySet());
    return foreign;
  }

  /** Records a successful check of a channel, and removes the numbers of releases outside {@code kept}. */
  void add(ChannelContents contents, long now, Set<String> kept) {
    for (Channel channel : channels.values()) channel.numbers.keySet().retainAll(kept);
    if (formerlyStaged != null && !kept.contains(formerlyStaged)) formerlyStaged = null;
    Channel channel = channel(contents.name);
    channel.checked = now;
    // Newest last, because a release can be published again.
    for (int index = contents.releases.size() - 1; index >= 0; index--) {
      ChannelRelease release = contents.releases.get(index);
      if (kept.contains(release.tree)) channel.numbers.put(release.tree, release.number);
    }
    while (channels.size() > MAXIMUM_CHANNELS) removeOldest(contents.name.toString());
  }

  private void removeOldest(String current) {
    String oldest = null;
    for (Map.Entry<String, Channel> entry : channels.entrySet()) {
      boolean isOlder = oldest == null || entry.getValue().time() < channels.get(oldest).time();
      if (isOlder && !entry.getKey().equals(current)) oldest = entry.getKey();
    }
    channels.remove(oldest);
  }

  // The file

  private static JsonObject object(JsonObject parent, String key) {
    return parent.has(key) ? parent.get(key).object() : null;
  }

  private static String text(JsonObject parent, String key) {
    return parent.has(key) ? parent.get(key).string() : null;
  }

  private static String sha256(JsonObject parent, String key) {
    String text = text(parent, key);
    return Hex.isSha256(text) ? text : null;
  }

  private void read(JsonObject object) {
    JsonObject members = object(object, "channels");
    int count = 0;
    for (String name : members.keys()) {
      if (count++ == MAXIMUM_CHANNELS) break;
      JsonObject fields = members.get(name).object();
      if (fields != null) channels.put(name, readChannel(fields));
    }
    JsonObject timestamp = object(object, "timestamp");
    if (timestamp != null) {
      String version = text(timestamp, "etag");
      setTag(
          sha256(timestamp, "store"), ResponseHead.isStoredVersion(version) ? version : null,
          sha256(timestamp, "sha256"));
    }
    formerlyStaged = sha256(object, "formerlyStaged");
  }

  private static Channel readChannel(JsonObject fields) {
    Channel channel = new Channel();
    if (fields.has("checked")) channel.checked = fields.get("checked").integer();
    JsonObject releases = object(fields, "releases");
    if (releases != null) {
      for (String tree : releases.keys()) {
        Long number = releases.get(tree).integer();
        if (Hex.isSha256(tree) && number != null) channel.numbers.put(tree, number);
      }
    }
    JsonObject tester = object(fields, "tester");
    Boolean isTester = tester == null || !tester.has("found") ? null : tester.get("found").bool();
    if (isTester != null) {
      channel.search = sha256(tester, "search");
      channel.isTester = isTester;
    }
    return channel;
  }

  /** Records the version of the stored timestamp, unless one of the three is {@code null}. */
  void setTag(String store, String version, String digest) {
    boolean isComplete = store != null && version != null && digest != null;
    tagStore = isComplete ? store : null;
    tagVersion = isComplete ? version : null;
    tagDigest = isComplete ? digest : null;
  }

  /** Returns the contents of the file. */
  byte[] bytes() {
    JsonObject members = new JsonObject();
    for (Map.Entry<String, Channel> entry : channels.entrySet()) {
      Channel channel = entry.getValue();
      JsonObject fields = new JsonObject();
      if (channel.checked != null) fields.put("checked", channel.checked);
      fields.put("releases", numbers(channel));
      if (channel.search != null) {
        JsonObject tester = new JsonObject().put("found", JsonValue.of(channel.isTester));
        fields.put("tester", JsonValue.of(tester.put("search", channel.search)));
      }
      members.put(entry.getKey(), JsonValue.of(fields));
    }
    JsonObject object = new JsonObject().put("channels", JsonValue.of(members));
    if (tagStore != null) {
      JsonObject tag = new JsonObject().put("etag", tagVersion).put("sha256", tagDigest).put("store", tagStore);
      object.put("timestamp", JsonValue.of(tag));
    }
    object.put("formerlyStaged", formerlyStaged);
    return Utf8.encode(JsonWriter.text(JsonValue.of(object)) + "\n");
  }

  private static JsonValue numbers(Channel channel) {
    JsonObject numbers = new JsonObject();
    for (Map.Entry<String, Long> entry : channel.numbers.entrySet()) numbers.put(entry.getKey(), entry.getValue());
    return JsonValue.of(numbers);
  }

  /** Returns the channels in the document with the decisions of a device. */
  JsonValue summary() {
    JsonObject summary = new JsonObject();
    for (Map.Entry<String, Channel> entry : channels.entrySet()) {
      Channel channel = entry.getValue();
      JsonObject fields = new JsonObject()
          .put("checked", channel.checked == null ? JsonValue.NULL : JsonValue.of(UtcTime.text(channel.checked)))
          .put("releases", numbers(channel));
      summary.put(entry.getKey(), JsonValue.of(fields));
    }
    return JsonValue.of(summary);
  }
}
