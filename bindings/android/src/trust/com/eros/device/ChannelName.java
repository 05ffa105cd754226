package com.eros.device;

/**
 * The name of a channel: an app and one of its lines of releases, such as {@code my-app/production}.
 *
 * <p>The paths of its targets and the name of its role contain it.
 */
final class ChannelName extends Value {
  /** Excludes characters with a special meaning in patterns, URLs or file systems. */
  private static final String PART = "[A-Za-z0-9_][A-Za-z0-9_.-]{0,79}";
  /** The end of the pattern that a channel's role may list. */
  private static final String PATTERN_END = "/*/*";

  /** The app, equal to the app name in the manifests of its bundles. */
  final String app;
  /** The line of releases, for example {@code production}. */
  final String channel;

  private ChannelName(String app, String channel) {
    this.app = app;
    this.channel = channel;
  }

  /** Parses a name such as {@code my-app/production}, or returns {@code null}. */
  static ChannelName parse(String text) {
    if (!text.matches(PART + "/" + PART)) return null;
    int slash = text.indexOf('/');
    return new ChannelName(text.substring(0, slash), text.substring(slash + 1));
  }

  /** Returns the name of the role that signs the channel. */
  String role() {
    return app + "-" + channel;
  }

  /** Returns the target path of a file in a release. */
  String path(long number, String file) {
    return this + "/" + number + "/" + file;
  }

  /** Returns a path of the role; a search for it loads the role's metadata. */
  String probePath() {
    return path(0, ChannelRelease.BUNDLE_NAME);
  }

  /** Returns whether a delegation belongs to the channel: terminating, and only for paths of its releases. */
  boolean isDelegatedBy(DelegatedRole role) {
    return role.name.equals(role()) && role.isTerminating && role.patterns != null && role.patterns.size() == 1
        && role.patterns.get(0).equals(this + PATTERN_END);
  }

  @Override
  Object[] parts() {
    return new Object[] {app, channel};
  }

  @Override
  public String toString() {
    return app + "/" + channel;
  }
}
