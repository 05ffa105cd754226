package com.eros.device;

import java.io.File;
import java.util.Objects;

/**
 * The settings of an {@link ErosDevice}.
 *
 * <p>Each method changes one setting and returns this object. A number of 0 means the default.
 */
public final class DeviceOptions {
  final File folder;
  String appVersion;
  int threads;
  int lockTimeout;
  int trialLaunches;
  int maximumFiles;
  long maximumSize;
  boolean storageWithoutOwners;

  /**
   * Creates the default settings.
   *
   * @param folder the folder of the releases, which belongs to the library; it is created at the
   *     first launch
   */
  public DeviceOptions(File folder) {
    this.folder = Objects.requireNonNull(folder, "folder");
  }

  /**
   * Sets the version of the app; releases that require a newer one wait.
   *
   * @param version one to eight numbers with dots, such as {@code "2.1.0"} or {@code "2.1.0-beta.1"},
   *     which comes before {@code "2.1.0"}, or {@code null} if it is unknown; with another form, such as
   *     {@code "v2.1.0"}, opening the device fails
   * @return this object
   */
  public DeviceOptions appVersion(String version) {
    appVersion = version;
    return this;
  }

  /**
   * Sets the number of threads that verify.
   *
   * @param count the number; 2 by default
   * @return this object
   */
  public DeviceOptions threads(int count) {
    threads = notNegative(count, "threads");
    return this;
  }

  /**
   * Sets the longest time to wait for another process.
   *
   * @param milliseconds the time; 10,000 by default
   * @return this object
   */
  public DeviceOptions lockTimeout(int milliseconds) {
    lockTimeout = notNegative(milliseconds, "lockTimeout");
    return this;
  }

  /**
   * Sets the number of launches of a release on trial.
   *
   * @param count the number; 2 by default
   * @return this object
   */
  public DeviceOptions trialLaunches(int count) {
    trialLaunches = notNegative(count, "trialLaunches");
    return this;
  }

  /**
   * Sets the largest number of files in a release.
   *
   * @param count the number; 100,000 by default
   * @return this object
   */
  public DeviceOptions maximumFiles(int count) {
    maximumFiles = notNegative(count, "maximumFiles");
    return this;
  }

  /**
   * Sets the largest total size of a release's files.
   *
   * @param bytes the size; 512 MiB by default
   * @return this object
   */
  public DeviceOptions maximumSize(long bytes) {
    if (bytes < 0) throw new IllegalArgumentException("maximumSize is negative: " + bytes);
    maximumSize = bytes;
    return this;
  }

  /**
   * Sets whether the folder is on storage whose files have no owners, such as shared storage.
   *
   * <p>Otherwise, a folder that another user can change is refused. On such storage, every app with
   * access to it can replace the releases.
   *
   * @param isWithoutOwners whether the files have no owners; {@code false} by default
   * @return this object
   */
  public DeviceOptions storageWithoutOwners(boolean isWithoutOwners) {
    storageWithoutOwners = isWithoutOwners;
    return this;
  }

  private static int notNegative(int value, String name) {
    if (value < 0) throw new IllegalArgumentException(name + " is negative: " + value);
    return value;
  }
}
