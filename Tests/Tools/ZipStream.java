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
 * Reads zips as Android clients do: from start to end, without the central directory.
 *
 * <p>Prints a line {@code name size crc32} for each entry, with the checksum as eight hexadecimal digits.
 * Exits with 1 if the stream reader refuses a zip. With several zips, each list starts with a line
 * {@code # name}.
 */
public final class ZipStream {
  private static final byte[] buffer = new byte[1 << 16];
  private static boolean isRefused = false;

  public static void main(String[] arguments) throws IOException {
    PrintStream output = new PrintStream(System.out, false, StandardCharsets.UTF_8);
    for (String argument : arguments) {
      Path path = Path.of(argument);
      if (arguments.length > 1) output.printf("# %s%n", path.getFileName());
      read(path, output);
    }
    output.flush();
    System.exit(isRefused ? 1 : 0);
  }

  private static void read(Path path, PrintStream output) {
    try (ZipInputStream zip =
        new ZipInputStream(new BufferedInputStream(Files.newInputStream(path)))) {
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
      System.err.println(path.getFileName() + ": " + problem);
      isRefused = true;
    }
  }
}
