package com.eros.device;

import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.zip.CRC32;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;

/** A bundle for tests, in memory. */
final class TestBundle {
  final Map<String, byte[]> files = new TreeMap<String, byte[]>();
  final Manifest manifest = new Manifest();

  TestBundle(long timestamp) {
    manifest.timestamp = timestamp;
  }

  TestBundle add(String path, String text) {
    return add(path, Utf8.encode(text));
  }

  TestBundle add(String path, byte[] bytes) {
    files.put(path, bytes);
    return this;
  }

  List<ContentFile> contentFiles() throws PathProblem {
    List<ContentFile> list = new ArrayList<ContentFile>();
    for (Map.Entry<String, byte[]> file : files.entrySet()) {
      list.add(
          new ContentFile(
              BundlePath.of(file.getKey()), file.getValue().length,
              Hashing.sha256(file.getValue())));
    }
    return ContentFile.sorted(list);
  }

  String tree() throws PathProblem {
    return ContentFile.treeHash(contentFiles());
  }

  /** Returns the manifest of the files, with all digests. */
  byte[] manifestBytes() throws PathProblem {
    manifest.files = new ArrayList<Manifest.File>();
    for (Map.Entry<String, byte[]> file : files.entrySet()) {
      byte[] bytes = file.getValue();
      manifest.files.add(
          new Manifest.File(
              "/" + file.getKey(), Hex.encode(Hashing.md5().digest(bytes)),
              Hashing.sha256(bytes), bytes.length));
    }
    manifest.treeHash = tree();
    manifest.jsVersion = manifest.computedVersion();
    return manifest.encoded();
  }

  byte[] zip() throws Exception {
    return zip(manifestBytes());
  }

  /** Returns a deflated zip with this manifest; the data descriptors are left out. */
  byte[] zip(byte[] manifestBytes) throws IOException {
    Map<String, byte[]> entries = new TreeMap<String, byte[]>(files);
    entries.put(Manifest.ENTRY_NAME, manifestBytes);
    return zip(entries);
  }

  static byte[] zip(Map<String, byte[]> entries) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    ZipOutputStream out = new ZipOutputStream(bytes);
    for (Map.Entry<String, byte[]> file : entries.entrySet()) {
      ZipEntry entry = new ZipEntry(file.getKey());
      entry.setTime(315532800000L + 86400000L);
      if (file.getValue().length % 2 == 0) {
        CRC32 crc = new CRC32();
        crc.update(file.getValue());
        entry.setMethod(ZipEntry.STORED);
        entry.setCrc(crc.getValue());
        entry.setSize(file.getValue().length);
      }
      out.putNextEntry(entry);
      out.write(file.getValue());
      out.closeEntry();
    }
    out.close();
    return bytes.toByteArray();
  }

  /** Writes the zip to a file. */
  BundleFiles write(File folder, String name) throws Exception {
    File zip = new File(folder, name);
    Files.write(zip.toPath(), zip());
    return new BundleFiles(zip);
  }

  /** Returns a bundle with a few pages that depend on a number. */
  static TestBundle numbered(int number) {
    TestBundle bundle = new TestBundle(1_700_000_000_000L + number * 60_000L);
    StringBuilder page = new StringBuilder();
    for (int line = 0; line < 60; line++) {
      page.append("export const value").append(line).append(" = ")
          .append(line % 7 == number % 7 ? number : 0).append(";\n");
    }
    return bundle.add("pages/home/index.js", page.toString())
        .add("pages/shared.js", "shared").add("config/index.js", "module.exports = " + number)
        .add("assets/größe.txt", "é" + number).add("assets/empty.bin", new byte[0]);
  }
}
