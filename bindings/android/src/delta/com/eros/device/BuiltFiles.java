package com.eros.device;

import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.List;

/** A writer of the files of a new release, in the order of their paths. */
final class BuiltFiles {
  private final ContentTree old;
  private final DeltaScript script;
  private final CopyList copies;
  private final PackedReader content;
  /** The index of the next copy. */
  private int next;
  /** The number of literal bytes left before the next copy, or after the last one. */
  private long gap;
  /** The number of bytes of the next copy that are done. */
  private long copied;

  BuiltFiles(ContentTree old, DeltaScript script, PackedReader content) {
    this.old = old;
    this.script = script;
    this.content = content;
    copies = script.copies;
    gap = copies.gap(0);
  }

  List<ContentFile> write(FileSink sink) throws ErosException {
    List<ContentFile> files = new ArrayList<ContentFile>();
    for (PlannedFile file : script.plan) {
      try (FileSink.Writer writer = sink.makeFile(file.path)) {
        files.add(file.isBuilt() ? build(file, writer) : copy(file, writer));
      }
    }
    return files;
  }

  private ContentFile build(PlannedFile file, FileSink.Writer writer) throws ErosException {
    MessageDigest sha256 = Hashing.sha256();
    long left = file.size;
    while (left > 0) {
      byte[] chunk = read((int) Math.min(left, Bytes.CHUNK));
      left -= chunk.length;
      sha256.update(chunk);
      writer.write(chunk);
    }
    return new ContentFile(file.path, file.size, Hex.encode(sha256.digest()));
  }

  private ContentFile copy(PlannedFile file, FileSink.Writer writer) throws ErosException {
    ContentFile original = old.files().get(file.old);
    MessageDigest sha256 = Hashing.sha256();
    long offset = 0;
    while (offset < original.size) {
      int wanted = (int) Math.min(Bytes.CHUNK, original.size - offset);
      byte[] chunk = old.read(file.old, offset, wanted);
      if (chunk.length == 0) throw DeltaException.changed(original.path.text);
      offset += chunk.length;
      sha256.update(chunk);
      writer.write(chunk);
    }
    if (!Hex.encode(sha256.digest()).equals(original.sha256)) {
      throw DeltaException.changed(original.path.text);
    }
    return new ContentFile(file.path, original.size, original.sha256);
  }

  /** Reads 1 to {@code count} available bytes of the concatenated built files. */
  private byte[] read(int count) throws ErosException {
    if (gap > 0) {
      byte[] chunk = content.read(Math.min(count, gap));
      gap -= chunk.length;
      return chunk;
    }
    long start = copies.starts[next] + copied;
    byte[] chunk =
        script.reference.read(start, (int) Math.min(count, copies.lengths[next] - copied));
    copied += chunk.length;
    if (copied == copies.lengths[next]) {
      copied = 0;
      gap = copies.gap(++next);
    }
    return chunk;
  }
}
