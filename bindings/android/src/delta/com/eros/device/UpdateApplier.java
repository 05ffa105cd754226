package com.eros.device;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;

/** An updater that makes the zip of a new release from an old release and a content delta. */
final class UpdateApplier {
  private static final byte[] BSDIFF_MAGIC = Utf8.encode("BSDIFF40");

  private final BundleVerifier verifier;

  /** Creates an updater; the limits of {@code verifier} also apply to the delta. */
  UpdateApplier(BundleVerifier verifier) {
    this.verifier = verifier;
  }

  /** Returns whether a file starts like a patch, also like one for legacy clients. */
  static boolean isPatch(ZipSource file) throws FileException {
    byte[] start = file.read(0, BSDIFF_MAGIC.length);
    return Arrays.equals(start, BSDIFF_MAGIC) || Arrays.equals(start, DeltaHeader.MAGIC);
  }

  /** Opens a content delta; a BSDIFF40 patch is refused. */
  ContentDelta read(ZipSource patch) throws ErosException {
    byte[] start = patch.read(0, BSDIFF_MAGIC.length);
    if (Arrays.equals(start, DeltaHeader.MAGIC)) {
      return new ContentDelta(patch, new DeltaLimits(verifier.limits));
    }
    if (Arrays.equals(start, BSDIFF_MAGIC)) {
      throw new DeltaException(
          DeltaException.Kind.LEGACY_PATCH, patch.path(),
          "is a BSDIFF40 patch for legacy clients; apps with this library apply only content "
              + "deltas");
    }
    boolean isZip = Bytes.startsWith(start, Utf8.encode("PK"));
    throw new DeltaException(
        DeltaException.Kind.NOT_A_PATCH, patch.path(),
        "is not a patch: it " + (start.length == 0 ? "is empty" : isZip ? "is a zip"
            : "starts neither like a BSDIFF40 patch nor like a content delta"));
  }

  /**
   * Produces the new zip from the zip of the old release; the caller verifies it.
   *
   * @param scratch an empty folder for unpacked files, which the caller removes
   * @return whether the zip equals the published zip byte for byte
   */
  boolean make(ContentDelta delta, ZipSource old, NewFile zip, Folder scratch)
      throws ErosException {
    Folder pages = scratch.newFolder("old");
    VerificationReport report = verifier.unpack(old, null, pages);
    if (!report.isVerified) throw DeltaException.notVerified(old.path(), report);
    try (FolderTree tree = new FolderTree(pages.path, report.contentFiles())) {
      return make(delta, tree, zip, scratch);
    }
  }

  /** Produces the new zip from the verified files of the old release; the caller verifies it. */
  boolean make(ContentDelta delta, ContentTree old, NewFile zip, Folder scratch)
      throws ErosException {
    if (!delta.header.hasZip) {
      throw new DeltaException(
          DeltaException.Kind.WITHOUT_ZIP, delta.source.path(),
          "was not made from zips, so it cannot produce one");
    }
    DeltaScript script = delta.script(old);
    Folder folder = scratch.newFolder("new");
    List<ContentFile> files = delta.apply(old, script, new FolderSink(folder));
    byte[] manifest = pack(files, script.recipe, folder, zip);
    String found = Hashing.sha256(manifest);
    if (!found.equals(delta.header.manifestSha256)) {
      throw delta.malformed(
          "it produces a manifest with SHA-256 " + found + ", but declares "
              + delta.header.manifestSha256);
    }
    return isPublished(zip, delta.header);
  }

  /**
   * Packs files without compression, because the platform's compressor differs from the packer's.
   *
   * @return the bytes of the manifest
   */
  private static byte[] pack(
      List<ContentFile> files, ZipRecipe recipe, Folder folder, NewFile zip) throws ErosException {
    StoredZipWriter writer = new StoredZipWriter(zip);
    List<BundlePath> paths = new ArrayList<BundlePath>();
    for (ContentFile file : files) paths.add(file.path);
    Collections.sort(paths);
    for (BundlePath path : recipe.allFolders(paths)) writer.addFolder(path);
    List<Manifest.File> lines = new ArrayList<Manifest.File>();
    for (BundlePath path : paths) {
      try (OpenFile file = folder.openFile(path.text)) {
        lines.add(writer.addFile(path, file));
      }
    }
    byte[] manifest = recipe.manifestBytes != null
        ? recipe.manifestBytes : recipe.manifest(lines, ContentFile.treeHash(files));
    writer.addFile(Manifest.ENTRY_NAME, manifest);
    writer.finish();
    return manifest;
  }

  private static boolean isPublished(NewFile zip, DeltaHeader header) throws ErosException {
    try (OpenFile file = new OpenFile(zip.path, false)) {
      return file.size() == header.zipSize
          && file.sha256(null).equals(header.zipSha256);
    }
  }
}
