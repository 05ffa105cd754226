package com.eros.device;

/**
 * A verifier that checks that a bundle is complete and unambiguous and matches its manifest.
 *
 * <p>It first checks the structure: names, sizes, offsets and limits, before any decompression. Then it
 * reads the manifest, then each file once, on several threads.
 */
final class BundleVerifier {
  /** The maximum size of a zip that is read into memory; otherwise each entry takes four reads. */
  private static final long SMALL = 4 << 20;

  final ZipLimits limits;
  final int threads;

  BundleVerifier(ZipLimits limits, int threads) {
    this.limits = limits;
    this.threads = Math.max(1, threads);
  }

  /**
   * Verifies a bundle and passes each file to {@code sink}, so that it is read only once.
   *
   * @param source the zip
   * @param config the contents of the {@code bundle.config} that came with it, or {@code null}
   * @param sink the receiver of the files, or {@code null}; if the report is not verified, the caller
   *     discards them
   * @return the report with all problems of the bundle
   * @throws ErosException if the zip cannot be read, or a file cannot be written
   */
  VerificationReport verify(ZipSource source, byte[] config, FileSink sink) throws ErosException {
    ZipSource zip = source;
    if (source.size() <= SMALL && source instanceof OpenFile) {
      zip = new ZipBytes(source.read(0, (int) source.size()), source.path());
    }
    Verification verification = new Verification(zip, this);
    return verification.run(config, sink);
  }

  /** Verifies a bundle and writes its files and folders to an empty folder. */
  VerificationReport unpack(ZipSource source, byte[] config, Folder folder) throws ErosException {
    FolderSink sink = new FolderSink(folder);
    VerificationReport report = verify(source, config, sink);
    if (report.isVerified) for (BundlePath path : report.folders) sink.makeFolder(path);
    return report;
  }
}
