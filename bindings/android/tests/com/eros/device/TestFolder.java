package com.eros.device;

import java.io.File;
import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;

/** A temporary folder, which is deleted at the end of a test. */
final class TestFolder implements AutoCloseable {
  final File file;

  TestFolder() throws IOException {
    file = Files.createTempDirectory("eros-device").toFile();
  }

  File file(String name) {
    return new File(file, name);
  }

  static void delete(File folder) throws IOException {
    Files.walkFileTree(
        folder.toPath(),
        new SimpleFileVisitor<Path>() {
          @Override
          public FileVisitResult visitFile(Path path, BasicFileAttributes attributes)
              throws IOException {
            Files.delete(path);
            return FileVisitResult.CONTINUE;
          }

          @Override
          public FileVisitResult postVisitDirectory(Path path, IOException error)
              throws IOException {
            Files.delete(path);
            return FileVisitResult.CONTINUE;
          }
        });
  }

  @Override
  public void close() throws IOException {
    delete(file);
  }
}
