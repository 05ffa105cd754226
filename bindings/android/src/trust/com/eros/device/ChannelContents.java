package com.eros.device;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * The contents of a channel: the releases that devices may install.
 *
 * <p>The metadata of the channel's role lists only the releases that a device may still choose.
 */
final class ChannelContents {
  /** The list of the patches for legacy clients. */
  private static final String LEGACY_NAME = "legacy.json";

  final ChannelName name;
  /** The releases, newest first. */
  final List<ChannelRelease> releases = new ArrayList<ChannelRelease>();
  /** The target path of the list of testers, or {@code null} if there is none. */
  String testersPath;
  /** The length and the digest of the list of testers, or {@code null}. */
  TargetFile testers;

  /** Reads the metadata of the channel's role, with the limits and the steps of the brake. */
  ChannelContents(ChannelName name, TargetsMetadata metadata, Brake brake) throws ChannelException {
    this.name = name;
    try {
      readTargets(metadata.targets, brake);
      if (metadata.eros != null) checkFields(new JsonFields(metadata.eros, "'eros'"));
    } catch (JsonException error) {
      throw ChannelException.malformed(name, error);
    }
  }

  private void readTargets(Map<String, TargetFile> targets, Brake brake) throws JsonException {
    TreeMap<Long, TargetFile> bundles = new TreeMap<Long, TargetFile>(Collections.reverseOrder());
    Map<Long, List<ChannelRelease.Delta>> deltas = new HashMap<Long, List<ChannelRelease.Delta>>();
    TreeMap<String, TargetFile> sorted = new TreeMap<String, TargetFile>(Utf8.ORDER);
    sorted.putAll(targets);
    for (Map.Entry<String, TargetFile> entry : sorted.entrySet()) {
      String path = entry.getKey();
      long number = number(path);
      String file = path.substring(path.lastIndexOf('/') + 1);
      if (file.equals(ChannelRelease.BUNDLE_NAME)) {
        bundles.put(number, entry.getValue());
      } else if (file.equals(TesterList.FILE_NAME)) {
        testersPath = path;
        testers = entry.getValue();
      } else if (file.endsWith(ChannelRelease.Delta.SUFFIX)) {
        if (!deltas.containsKey(number)) deltas.put(number, new ArrayList<ChannelRelease.Delta>());
        deltas.get(number).add(new ChannelRelease.Delta(entry.getValue(), file));
      }
      // A device needs no other files, such as the history; a newer version may add some.
    }
    for (Map.Entry<Long, TargetFile> entry : bundles.entrySet()) {
      boolean isLegacy = targets.containsKey(name.path(entry.getKey(), LEGACY_NAME));
      List<ChannelRelease.Delta> own = deltas.get(entry.getKey());
      if (own == null) own = Collections.emptyList();
      releases.add(new ChannelRelease(entry.getValue(), entry.getKey(), own, isLegacy, name, brake));
    }
  }

  /** Returns the number of the release that a path belongs to. */
  private long number(String path) throws JsonException {
    String[] parts = path.split("/", -1);
    boolean isOwn = parts.length == 4 && parts[0].equals(name.app) && parts[1].equals(name.channel)
        && parts[2].matches("[1-9][0-9]{0,18}");
    Long number = isOwn ? JsonValue.number(parts[2]).integer() : null;
    if (number == null) {
      throw new JsonException(DisplayText.quote(path) + " is not the path of a release");
    }
    return number;
  }

  /** Checks what a publisher has signed in addition to releases; a device does not need it. */
  private static void checkFields(JsonFields fields) throws JsonException {
    fields.optionalString("publicURL");
    fields.integer("lostRelease", 0, Long.MAX_VALUE, 0);
    if (!fields.has("embedded")) return;
    for (JsonValue item : fields.array("embedded")) {
      JsonFields embedded = new JsonFields(item, "an embedded bundle");
      embedded.sha256("tree");
      embedded.hex("jsVersion", Hex.MD5_DIGITS);
      embedded.integer("built", 0, Long.MAX_VALUE);
      embedded.optionalString("native");
    }
  }
}
