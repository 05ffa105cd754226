package com.eros.device;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** An updater that makes the zip of a new release from an old release and a content delta. */
final class UpdateApplier {
  private final BundleVerifier verifier;

  /** Creates an updater; the limits of {@code verifier} also apply to the delta. */
  UpdateApplier(BundleVerifier verifier) {
    this.verifier = verifier;
  }

  /** Opens a content delta; a BSDIFF40 patch is refused. */
  ContentDelta read(ZipSource patch) throws ErosException {
    if (UpdateFormat.of(patch) == UpdateFormat.BSDIFF) {
      throw new DeltaException(
          DeltaException.Kind.LEGACY_PATCH, patch.path(),
          "is a BSDIFF40 patch for legacy clients; apps with this library apply only content "
              + "deltas");
    }
    return new ContentDelta(patch, new DeltaLimits(verifier.limits));
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
    FolderTree tree = new FolderTree(pages.path, report.contentFiles());
    try {
      return make(delta, tree, zip, scratch);
    } finally {
      tree.close();
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
      OpenFile file = folder.openFile(path.text);
      try {
        lines.add(writer.addFile(path, file));
      } finally {
        file.close();
      }
    }
    byte[] manifest = recipe.manifestBytes != null
        ? recipe.manifestBytes : recipe.manifest(lines, ContentFile.treeHash(files));
    writer.addFile(Manifest.ENTRY_NAME, manifest);
    writer.finish();
    return manifest;
  }

  private static boolean isPublished(NewFile zip, DeltaHeader header) throws ErosException {
    OpenFile file = new OpenFile(zip.path, false);
    try {
      return file.size() == header.zipSize
          && file.sha256(null).equals(header.zipSha256);
    } finally {
      file.close();
    }
  }
}
