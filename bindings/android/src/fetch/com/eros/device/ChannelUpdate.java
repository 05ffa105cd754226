package com.eros.device;

import java.util.Arrays;
import java.util.List;

/** An update of the trusted metadata of a channel. */
final class ChannelUpdate implements MetadataSource {
  private static final String FOLDER = "metadata/";

  private final HttpReader store;
  private final byte[] appRoot;
  private final CheckRecord record;
  private final ChannelReader reader;
  /** The stored timestamp, if the record knows its version in this store. */
  private final byte[] earlierTimestamp;
  /** The timestamp of this update, and its version. */
  private byte[] timestamp;
  private String timestampVersion;

  /**
   * Loads the stored metadata.
   *
   * @param appRoot the root metadata that ships with the app, or {@code null}
   */
  ChannelUpdate(HttpReader store, DeviceFolder folder, byte[] appRoot, CheckRecord record, long now)
      throws ErosException {
    this.store = store;
    this.appRoot = appRoot;
    this.record = record;
    StoredMetadata stored = folder.metadata.load();
    byte[] known = stored.contents(TrustUpdate.TIMESTAMP);
    boolean isTagged = known != null && location().equals(record.tagStore)
        && Hashing.sha256(known).equals(record.tagDigest);
    earlierTimestamp = isTagged ? known : null;
    reader = new ChannelReader(this, stored, appRoot, now, new TrustLimits());
  }

  /** Returns the digest of the store's location. */
  private String location() {
    return Hashing.sha256(Utf8.encode(store.address.toString()));
  }

  @Override
  public Response read(String path, int limit) throws ErosException {
    if (!path.equals(TrustUpdate.TIMESTAMP)) return store.read(FOLDER + path, limit, null);
    String version = earlierTimestamp == null ? null : record.tagVersion;
    Response response = store.read(FOLDER + path, limit, version);
    if (response == Response.UNCHANGED) response = Response.of(earlierTimestamp, version);
    if (!response.isMissing() && response != Response.TOO_LONG) {
      timestamp = response.bytes(path, limit);
      timestampVersion = response.version;
    }
    return response;
  }

  /** Returns whether the timestamp of the store was verified. */
  boolean hasVerified() {
    return reader.hasVerified();
  }

  /** Returns the earliest expiry time of the files, in milliseconds since 1970. */
  long expires() {
    return reader.expires();
  }

  /**
   * Performs the update; each file is durable before the next request.
   *
   * @return the verified contents of the channel
   */
  ChannelContents run(ChannelName channel) throws ErosException {
    try {
      reader.readTopLevel();
    } catch (TrustException error) {
      throw error.kind == TrustException.Kind.NOT_SIGNED ? explained(error) : error;
    }
    if (!reader.hasChannel(channel)) throw FetchException.noChannel(channel);
    ChannelContents contents = reader.read(channel);
    if (contents == null) throw FetchException.noRelease(channel);
    return contents;
  }

  /** Records the version of the timestamp, if the server sent one that can be stored. */
  void recordTag() {
    boolean isStored = ResponseHead.isStoredVersion(timestampVersion);
    record.setTag(location(), isStored ? timestampVersion : null, Hashing.sha256(timestamp));
  }

  /** Returns an error with the reason why a file is not signed, if the app has the root metadata of another store. */
  private TrustException explained(TrustException error) throws FetchException {
    if (appRoot == null) return error;
    try {
      SignedMetadata trusted = new SignedMetadata(appRoot, RoleName.ROOT, StoredMetadata.ROOT);
      String path = trusted.contents.version + "." + StoredMetadata.ROOT;
      int limit = new TrustLimits().rootBytes;
      byte[] bytes = store.read(FOLDER + path, limit, null).bytes(path, limit);
      SignedMetadata found = new SignedMetadata(bytes, RoleName.ROOT, path);
      if (Arrays.equals(trusted.signedBytes, found.signedBytes)) return error;
      return TrustException.otherStore(error.file, rootKeys(trusted), rootKeys(found));
    } catch (ErosException unreadable) {
      boolean isCancelled =
          unreadable instanceof FetchException && ((FetchException) unreadable).isCancelled();
      if (isCancelled) throw (FetchException) unreadable;
      return error;
    }
  }

  private static List<String> rootKeys(SignedMetadata metadata) {
    return ((RootMetadata) metadata.contents).role(RoleName.ROOT).keyIds;
  }
}
