package com.eros.device;

import static org.junit.Assert.fail;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** A device that stores its metadata in memory. */
final class TestDevice extends StoredMetadata {
  byte[] pinnedRoot;
  long now = TestRepository.START;
  TrustLimits limits = new TrustLimits();
  /** The names of the files that the last update changed. */
  final List<String> changes = new ArrayList<>();
  /** The number of changes after which the device is interrupted. */
  int remainingChanges = Integer.MAX_VALUE;
  TrustUpdate update;

  TestDevice(TestRepository repository) {
    pinnedRoot = repository.pinnedRoot();
  }

  /** Returns a device with the same stored files. */
  TestDevice copy() throws ErosException {
    TestDevice copy = new TestDevice(pinnedRoot);
    for (String name : names()) copy.add(name, contents(name));
    return copy;
  }

  TestDevice(byte[] pinnedRoot) {
    this.pinnedRoot = pinnedRoot;
  }

  @Override
  void write(String file, byte[] bytes) throws ErosException {
    if (remainingChanges-- == 0) throw interruption();
    changes.add(file);
  }

  static ErosException interruption() {
    return new ErosException(ErosException.IO_ERROR, "interrupted", null);
  }

  /** Updates from a repository. */
  TrustUpdate update(TestRepository repository) throws ErosException {
    repository.requests.clear();
    changes.clear();
    update = new TrustUpdate(repository, this, pinnedRoot, now, limits);
    update.refresh();
    return update;
  }

  /** Updates and searches for a target. */
  TargetFile find(TestRepository repository, String path) throws ErosException {
    return update(repository).find(path);
  }

  /** Returns the code of the error of an update, or fails if there is none. */
  String error(TestRepository repository) throws ErosException {
    try {
      update(repository);
    } catch (TrustException error) {
      return error.kind.text;
    }
    fail("the update was accepted");
    return null;
  }

  /** Returns the code of the error of a search, or fails if there is none. */
  String error(TestRepository repository, String path) throws ErosException {
    update(repository);
    try {
      update.find(path);
    } catch (TrustException error) {
      return error.kind.text;
    }
    fail("the search was accepted");
    return null;
  }

  /** Removes the last byte of a stored file. */
  void damage(String file) throws ErosException {
    byte[] bytes = contents(file);
    add(file, Arrays.copyOf(bytes, bytes.length - 1));
  }

  /** Returns the stored files as texts. */
  Map<String, String> files() throws ErosException {
    Map<String, String> files = new TreeMap<>();
    for (String name : names()) files.put(name, Utf8.decode(contents(name)));
    return files;
  }

  long version(String role) throws Exception {
    JsonValue file = JsonReader.read(contents(role + ".json"));
    return file.object().get("signed").object().get("version").integer();
  }
}
