import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.zip.CRC32;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;

/**
 * Reads zips as Android clients do: from their start to their end, without the directory.
 *
 * <p>Prints a line {@code name size crc32} for each entry, the checksum in eight hexadecimal digits;
 * with several zips, a line {@code # file} before those of each. Ends with 1 when the stream reader
 * refuses one of them, and says why: for a single zip on the error output, otherwise in a line
 * {@code ! reason}.
 */
public final class ZipStream {
  public static void main(String[] arguments) {
    PrintStream output = new PrintStream(System.out, false, StandardCharsets.UTF_8);
    boolean isSingle = arguments.length == 1;
    int status = 0;
    for (String file : arguments) {
      if (!isSingle) {
        output.printf("# %s%n", file);
      }
      try {
        list(Path.of(file), output);
      } catch (IOException | IllegalArgumentException problem) {
        (isSingle ? System.err : output).println((isSingle ? "" : "! ") + problem);
        status = 1;
      }
    }
    output.flush();
    System.exit(status);
  }

  private static void list(Path file, PrintStream output) throws IOException {
    byte[] buffer = new byte[1 << 16];
    try (ZipInputStream zip =
        new ZipInputStream(new BufferedInputStream(Files.newInputStream(file)))) {
      for (ZipEntry entry = zip.getNextEntry(); entry != null; entry = zip.getNextEntry()) {
        CRC32 checksum = new CRC32();
        long size = 0;
        for (int count = zip.read(buffer); count >= 0; count = zip.read(buffer)) {
          checksum.update(buffer, 0, count);
          size += count;
        }
        output.printf("%s %d %08x%n", entry.getName(), size, checksum.getValue());
      }
    }
  }
}
