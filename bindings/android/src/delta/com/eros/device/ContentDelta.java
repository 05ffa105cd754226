package com.eros.device;

import java.security.MessageDigest;
import java.util.Arrays;
import java.util.List;

/** A patch that updates the files of one release to another; see {@code docs/delta-format.md}. */
final class ContentDelta {
  final DeltaHeader header;
  final ZipSource source;
  private final DeltaLimits limits;
  private final long contentOffset;

  /** Reads and checks the header, the size of the delta, and the checksum of the script. */
  ContentDelta(ZipSource source, DeltaLimits limits) throws ErosException {
    this.source = source;
    this.limits = limits;
    byte[] start = source.read(0, DeltaHeader.MAXIMUM_SIZE);
    header = new DeltaHeader(start, source.path());
    limits.check(header, source.path());
    contentOffset = contentOffset();
    MessageDigest sha256 = Hashing.sha256();
    long end = header.size + header.script.packedSize;
    hash(0, end, sha256);
    if (!isChecksum(source.read(end, DeltaHeader.CHECKSUM_LENGTH), sha256)) {
      throw malformed("its header or its script is corrupt");
    }
  }

  /** Checks that the parts fill the delta exactly, and returns the offset of the content. */
  private long contentOffset() throws DeltaException {
    long checksum = header.size + DeltaHeader.CHECKSUM_LENGTH;
    long offset = checksum + header.script.packedSize;
    long end = offset + header.content.packedSize;
    boolean isWrong = Unsigned.overflows(checksum, header.script.packedSize)
        || Unsigned.overflows(offset, header.content.packedSize) || end != source.size();
    if (isWrong) throw malformed("its parts do not add up to its " + source.size() + " bytes");
    return offset;
  }

  private static boolean isChecksum(byte[] recorded, MessageDigest sha256) {
    return Arrays.equals(recorded, Bytes.range(sha256.digest(), 0, DeltaHeader.CHECKSUM_LENGTH));
  }

  private void hash(long start, long end, MessageDigest digest) throws ErosException {
    long offset = start;
    while (offset < end) {
      byte[] chunk = source.read(offset, (int) Math.min(Bytes.CHUNK, end - offset));
      if (chunk.length == 0) throw malformed("it is truncated");
      digest.update(chunk);
      offset += chunk.length;
    }
  }

  DeltaException malformed(String reason) {
    return DeltaException.malformed(source.path(), reason);
  }

  /** Checks that the delta is intact and applies to a release, and reads its script. */
  DeltaScript script(ContentTree old) throws ErosException {
    String found = ContentFile.treeHash(old.files());
    if (!found.equals(header.before)) {
      throw DeltaException.wrongBase(source.path(), header.before, found);
    }
    MessageDigest sha256 = Hashing.sha256();
    hash(contentOffset, contentOffset + header.content.packedSize, sha256);
    if (!isChecksum(header.contentChecksum, sha256)) throw malformed("its content is corrupt");
    byte[] script = new PackedReader(header.script, header.size, source, Bytes.EMPTY).readAll();
    return new DeltaScript(new ColumnReader(script, source.path()), header, old, limits);
  }

  /**
   * Builds the new release from the old one and writes each file to {@code sink}.
   *
   * <p>The memory use is bounded by the declared window and dictionary, not by the size of the release.
   *
   * @return the files of the new release, whose tree hash is the declared one
   */
  List<ContentFile> apply(ContentTree old, DeltaScript script, FileSink sink)
      throws ErosException {
    byte[] dictionary = script.reference.read(script.windows());
    PackedReader content = new PackedReader(header.content, contentOffset, source, dictionary);
    BuiltFiles built = new BuiltFiles(old, script, content);
    List<ContentFile> files = built.write(sink);
    content.finish();
    String found = ContentFile.treeHash(files);
    if (found.equals(header.after)) return files;
    throw malformed("it produces release " + found + ", but declares " + header.after);
  }
}
