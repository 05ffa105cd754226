package com.eros.device;

/** An open bundle or patch to install, with the {@code bundle.config} delivered with it, if any. */
final class DeliveredBundle implements AutoCloseable {
  static final long MAXIMUM_CONFIG = 64 << 20;

  final OpenFile zip;
  /** The contents of {@code bundle.config}, or {@code null}: the manifest in the zip is then used. */
  final byte[] config;
  /**
   * The staged folder of the sandbox that contains the zip if a patch produced it, or {@code null}.
   *
   * <p>The zip is then moved into the release, because a copy would need the space twice.
   */
  final Folder stagedFolder;

  DeliveredBundle(OpenFile zip, byte[] config, Folder stagedFolder) {
    this.zip = zip;
    this.config = config;
    this.stagedFolder = stagedFolder;
  }

  /** Opens the files of a bundle; the caller closes it. */
  static DeliveredBundle open(BundleFiles files) throws FileException {
    String config = files.config == null ? null : files.config.getPath();
    byte[] text = config == null ? null : OpenFile.readAll(config, MAXIMUM_CONFIG, true);
    return new DeliveredBundle(new OpenFile(files.zip.getPath(), true), text, null);
  }

  @Override
  public void close() {
    zip.close();
  }

  /** Returns the digest that identifies the delivered files. */
  String source(String zipDigest) {
    if (config == null) return zipDigest;
    return Hashing.sha256(Utf8.encode(zipDigest + " " + Hashing.sha256(config)));
  }

  String source() throws ErosException {
    return source(zip.sha256(null));
  }
}
