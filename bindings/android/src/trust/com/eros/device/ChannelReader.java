package com.eros.device;

/** Reads and verifies the metadata of a store, step by step. */
final class ChannelReader {
  /** The maximum length of a name in a store; role names in metadata of other projects may be longer. */
  private static final int MAXIMUM_NAME_LENGTH = 200;

  private final TrustUpdate update;
  /** The earliest expiry of the metadata that was read. */
  private long expires = Long.MAX_VALUE;

  /**
   * Creates a reader without accessing the store.
   *
   * @param source the metadata folder of the store
   * @param stored the files verified by earlier reads
   * @param pinnedRoot trusted root metadata, or {@code null} if {@code stored} has root metadata
   * @param now the time, in milliseconds since 1970
   */
  ChannelReader(
      final MetadataSource source, StoredMetadata stored, byte[] pinnedRoot, long now, TrustLimits limits)
      throws ErosException {
    MetadataSource objects =
        new MetadataSource() {
          @Override
          public Response read(String path, int limit) throws ErosException {
            return path.length() > MAXIMUM_NAME_LENGTH ? Response.MISSING : source.read(path, limit);
          }
        };
    update = new TrustUpdate(objects, stored, pinnedRoot, now, limits);
  }

  /** Returns whether the timestamp of the store was verified, even if a later file was refused. */
  boolean hasVerified() {
    return update.timestamp() != null;
  }

  /** Returns the earliest expiry of the metadata that was read, in milliseconds since 1970. */
  long expires() {
    return expires;
  }

  /** Reads the metadata of the top-level roles. */
  void readTopLevel() throws ErosException {
    update.refresh();
    expires = update.expires();
  }

  /** Returns whether the targets role delegates to a channel. */
  boolean hasChannel(ChannelName channel) {
    for (DelegatedRole role : update.targets(RoleName.TARGETS).roles) {
      if (channel.isDelegatedBy(role)) return true;
    }
    return false;
  }

  /**
   * Reads the brake and a channel that the targets role delegates.
   *
   * @return the contents, or {@code null} if the channel was never signed: a new channel has only a public key until
   *     its first publication
   */
  ChannelContents read(ChannelName channel) throws ErosException {
    boolean hasBrake = update.targets(RoleName.TARGETS).role(Brake.ROLE) != null;
    Brake brake = new Brake(hasBrake ? search(Brake.ROLE, Brake.PROBE_PATH) : null);
    TargetsMetadata metadata = search(channel.role(), channel.probePath());
    return metadata == null ? null : new ChannelContents(channel, metadata, brake);
  }

  /** Returns the metadata of a role that a search for a path loads, or {@code null} if it was never signed. */
  private TargetsMetadata search(String role, String path) throws ErosException {
    if (!update.snapshot().references.containsKey(role)) return null;
    update.find(path);
    expires = Math.min(expires, update.expires());
    return update.targets(role);
  }
}
