package com.example.device;

import com.eros.device.ErosException;
import java.io.PrintStream;

/** Writes lines to standard output; on Android, {@code android.util.Log}. */
final class Log {
  private final PrintStream out;

  Log(PrintStream out) {
    this.out = out;
  }

  void line(String text) {
    // One line, because the JSON of a fetch has several.
    out.println(text.replace('\n', ' '));
  }

  void error(ErosException error) {
    line("error " + error.getCode() + " " + error.getMessage());
    if (error.getRemedy() != null) line("hint " + error.getRemedy());
    if (error.getCause() != null) line("cause " + error.getCause());
  }
}
