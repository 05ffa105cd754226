package com.eros.device;

/** A file for installing a release. */
final class FetchArtifact {
  /** The release that a patch applies to, or {@code null} for the full bundle. */
  final String base;
  /** The target path. */
  final String path;
  final TargetFile file;

  FetchArtifact(String base, String path, TargetFile file) {
    this.base = base;
    this.path = path;
    this.file = file;
  }
}
