import java.io.*;
import java.nio.charset.StandardCharsets;
import java.util.*;
import java.util.regex.*;

/**
 * Reads lines of a regular expression, a space and a string, both as hexadecimal UTF-8. Prints for each line
 * two digits: whether a part of the string matches, and whether the entire string matches. Prints a dash
 * if the expression does not compile.
 */
public class RegexTable {
  public static void main(String[] arguments) throws IOException {
    BufferedReader input =
        new BufferedReader(new InputStreamReader(System.in, StandardCharsets.US_ASCII));
    StringBuilder output = new StringBuilder();
    for (String line = input.readLine(); line != null; line = input.readLine()) {
      String[] fields = line.split(" ", -1);
      output.append(answer(decode(fields[0]), decode(fields[1]))).append('\n');
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
