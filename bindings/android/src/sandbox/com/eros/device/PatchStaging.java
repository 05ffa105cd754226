package com.eros.device;

import java.util.List;

/** The staging of a bundle, or of the result of a content delta, in a locked sandbox. */
final class PatchStaging {
  private static final String SCRATCH = "scratch";

  private final LockedSandbox sandbox;
  private final ReleaseStore store;
  private final ReleaseStore.Marking marking;
  /** Whether the staged zip equals the published zip byte for byte. */
  boolean isIdentical = true;

  PatchStaging(final LockedSandbox sandbox) {
    this.sandbox = sandbox;
    store = sandbox.store;
    marking =
        new ReleaseStore.Marking() {
          @Override
          public ReleaseMark mark(String tree) {
            return ReleaseMark.in(sandbox.state, tree);
          }
        };
  }

  /** Stages a delivered bundle, or the result of a delivered patch; after an error nothing is staged. */
  ReleaseStore.Staged stage(DeliveredBundle delivered) throws ErosException {
    if (!UpdateApplier.isPatch(delivered.zip)) return store.stage(delivered, marking);
    Folder folder = store.staging.create();
    OpenFile zip = null;
    try {
      makeZip(delivered.zip, folder);
      zip = folder.openFile(ReleaseStore.ZIP);
      return store.stage(new DeliveredBundle(zip, delivered.config, folder), marking);
    } catch (SandboxException error) {
      if (error.kind != SandboxException.Kind.NOT_VERIFIED) throw error;
      // The error names a temporary zip, so the patch is reported instead.
      throw DeltaException.badResult(delivered.zip.path(), error.report);
    } finally {
      if (zip != null) zip.close();
      store.staging.removeQuietly(folder);
    }
  }

  private void makeZip(ZipSource patch, Folder folder) throws ErosException {
    try (NewFile zip = folder.newFile(ReleaseStore.ZIP)) {
      applyPatch(patch, zip, folder.newFolder(SCRATCH));
    }
    // The zip is unpacked and verified again. Both copies of the pages would need the space twice.
    folder.removeTree(SCRATCH);
  }

  private void applyPatch(ZipSource patch, NewFile zip, Folder scratch) throws ErosException {
    UpdateApplier applier = new UpdateApplier(store.verifier);
    ContentDelta delta = applier.read(patch);
    String base = delta.header.before;
    if (!sandbox.state.isBase(base)) {
      if (sandbox.state.active == null) throw SandboxException.empty(store.root.path);
      throw DeltaException.wrongBase(patch.path(), base, sandbox.state.active);
    }
    try {
      isIdentical = apply(delta, base, zip, scratch, applier);
    } catch (FileException error) {
      // A damaged file of the base; the full bundle does not need a base.
      boolean isOfBase = error.isReading() && error.indicatesDamage()
          && error.path.startsWith(store.root.path(ReleaseStore.path(base)));
      throw isOfBase ? SandboxException.baseMissing(store.root.path, base) : error;
    }
  }

  private boolean apply(
      ContentDelta delta, String base, NewFile zip, Folder scratch, UpdateApplier applier)
      throws ErosException {
    ReleaseCheck check = new ReleaseCheck(store);
    // The failed release has no recorded description.
    InstalledRelease release = sandbox.state.release(base);
    List<ContentFile> pages =
        release != null ? check.intactPages(release) : check.intactPages(base);
    if (pages != null) {
      try (FolderTree tree = new FolderTree(check.pagesPath(base), pages)) {
        return applier.make(delta, tree, zip, scratch);
      }
    }
    // The pages of a damaged release are unpacked from its zip again.
    try (OpenFile old = store.folder(base).openFile(ReleaseStore.ZIP)) {
      return applier.make(delta, old, zip, scratch);
    }
  }
}
