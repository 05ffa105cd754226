package com.eros.device;

import java.util.ArrayList;
import java.util.List;

/** The script of a delta: instructions to build the new release from the old one. */
final class DeltaScript {
  final List<PlannedFile> plan;
  final Reference reference;
  final CopyList copies;
  /** The parameters of the zip, or {@code null} if the delta was not made from zips. */
  final ZipRecipe recipe;
  /** The number of bytes on each side of a gap that belong to the dictionary, or -1 for none. */
  private final long radius;

  /** Reads the script and checks it against the header and the old release. */
  DeltaScript(ColumnReader reader, DeltaHeader header, ContentTree old, DeltaLimits limits)
      throws DeltaException {
    plan = new TreeScript(reader, old.files(), (int) header.fileCount).files();
    long builtSize = builtSize(reader, header, old.files());
    DeltaLimits.checkCopies(header, builtSize, reader.path());
    reference = new Reference(old, plan, reader.flag("reference kind"));
    radius = reader.count(Integer.MAX_VALUE, "dictionary radius") - 1;
    copies = new CopyList(reader, (int) header.copyCount, builtSize, reference.size());
    recipe = header.hasZip ? new ZipRecipe(reader) : null;
    if (reader.left() > 0) throw reader.malformed("its script has extra bytes at the end");
    checkSizes(reader, header);
    checkNames(reader, limits.files);
  }

  /** Returns the ranges of the reference that form the dictionary. */
  List<long[]> windows() {
    return radius < 0 ? new ArrayList<long[]>() : copies.windows(radius, reference.size());
  }

  /** Returns the size of all built files, and checks the declared size of all files. */
  private long builtSize(ColumnReader reader, DeltaHeader header, List<ContentFile> old)
      throws DeltaException {
    long built = 0;
    long total = 0;
    for (PlannedFile file : plan) {
      long size = file.isBuilt() ? file.size : old.get(file.old).size;
      if (file.isBuilt()) built += size;
      if (Unsigned.overflows(total, size)) {
        throw reader.malformed("the size of its files overflows");
      }
      total += size;
    }
    if (total == header.totalSize) return built;
    throw reader.malformed(
        "its files have " + Unsigned.text(total) + " bytes, but it declares " + header.totalSize);
  }

  private void checkSizes(ColumnReader reader, DeltaHeader header) throws DeltaException {
    if (copies.literalSize() != header.content.size) {
      throw reader.malformed(
          "its copies leave " + copies.literalSize() + " bytes, not the content's size");
    }
    long dictionary = 0;
    for (long[] range : windows()) dictionary += range[1] - range[0];
    if (dictionary != header.dictionarySize) {
      throw reader.malformed("its dictionary does not have the declared size");
    }
  }

  /** Checks that files, folders and the manifest have no clashing names, and that there are not too many. */
  private void checkNames(ColumnReader reader, int limit) throws DeltaException {
    NameTable names = new NameTable();
    names.add(BundlePath.canonical(Manifest.ENTRY_NAME), false);
    if (recipe != null) {
      for (BundlePath folder : recipe.folders) checkName(names, folder, true, reader, limit);
    }
    for (PlannedFile file : plan) checkName(names, file.path, false, reader, limit);
  }

  private static void checkName(
      NameTable names, BundlePath path, boolean isFolder, ColumnReader reader, int limit)
      throws DeltaException {
    if (names.add(path, isFolder) != null) {
      throw reader.malformed(
          "the name " + DisplayText.quote(path.text) + " clashes with another name");
    }
    // Includes all parent folders: one short path can add dozens of folders.
    if (names.count() > limit) {
      throw DeltaException.overLimit(
          reader.path(), "more than " + limit + " files and folders");
    }
  }
}
