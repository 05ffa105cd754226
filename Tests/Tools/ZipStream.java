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
 * Reads a zip as Android clients do: from its start to its end, without the directory.
 *
 * <p>Prints a line {@code name size crc32} for each entry, the checksum in eight hexadecimal digits.
 * Ends with 1 when the stream reader refuses the zip.
 */
public final class ZipStream {
  public static void main(String[] arguments) throws IOException {
    PrintStream output = new PrintStream(System.out, false, StandardCharsets.UTF_8);
    byte[] buffer = new byte[1 << 16];
    try (ZipInputStream zip =
        new ZipInputStream(new BufferedInputStream(Files.newInputStream(Path.of(arguments[0]))))) {
      for (ZipEntry entry = zip.getNextEntry(); entry != null; entry = zip.getNextEntry()) {
        CRC32 checksum = new CRC32();
        long size = 0;
        for (int count = zip.read(buffer); count >= 0; count = zip.read(buffer)) {
          checksum.update(buffer, 0, count);
          size += count;
        }
        output.printf("%s %d %08x%n", entry.getName(), size, checksum.getValue());
      }
    } catch (IOException | IllegalArgumentException problem) {
      output.flush();
      System.err.println(problem);
      System.exit(1);
    }
    output.flush();
  }
}
