package com.eros.device;

import java.io.File;
import java.util.Objects;

/** The files of a bundle. */
public final class BundleFiles {
  final File zip;
  final File config;

  /**
   * Creates a bundle without a {@code bundle.config}.
   *
   * @param zip the file {@code bundle.zip}; for {@link ErosDevice#stage} also a patch
   */
  public BundleFiles(File zip) {
    this(zip, null);
  }

  /**
   * Creates a bundle.
   *
   * @param zip the file {@code bundle.zip}; for {@link ErosDevice#stage} also a patch
   * @param config the file {@code bundle.config}, with which the zip must agree, or {@code null}
   */
  public BundleFiles(File zip, File config) {
    this.zip = Objects.requireNonNull(zip, "zip");
    this.config = config;
  }
}
