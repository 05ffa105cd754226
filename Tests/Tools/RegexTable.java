import java.io.*;
import java.nio.charset.StandardCharsets;
import java.util.*;
import java.util.regex.*;

/**
 * Reads lines of hexadecimal UTF-8: an expression, a space, a text. Answers each with two digits, whether
 * some part of the text matches and whether all of it does, or with a dash for an expression that does
 * not compile.
 */
public class RegexTable {
  public static void main(String[] arguments) throws IOException {
    BufferedReader input =
        new BufferedReader(new InputStreamReader(System.in, StandardCharsets.US_ASCII));
    StringBuilder output = new StringBuilder();
    for (String line = input.readLine(); line != null; line = input.readLine()) {
      String[] words = line.split(" ", -1);
      output.append(answer(decode(words[0]), decode(words[1]))).append('\n');
    }
    System.out.print(output);
  }

  private static String answer(String expression, String text) {
    try {
      Matcher matcher = Pattern.compile(expression).matcher(text);
      return (matcher.find() ? "1" : "0") + (matcher.matches() ? "1" : "0");
    } catch (PatternSyntaxException error) {
      return "-";
    }
  }

  private static String decode(String digits) {
    return new String(HexFormat.of().parseHex(digits), StandardCharsets.UTF_8);
  }
}
