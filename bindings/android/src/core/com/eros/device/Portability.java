package com.eros.device;

import java.util.Arrays;
import java.util.HashSet;
import java.util.Locale;
import java.util.Set;

/**
 * The names that are unambiguous, but that some systems cannot store or show.
 *
 * <p>Packing refuses them. Published bundles may contain them, so a device only warns.
 */
final class Portability {
  /** Unicode's default ignorable characters without the variation selectors, as ranges. */
  private static final int[] INVISIBLE = {
    0xAD, 0xAD, 0x34F, 0x34F, 0x61C, 0x61C, 0x115F, 0x1160, 0x17B4, 0x17B5, 0x180E, 0x180E, 0x200B,
    0x200F, 0x202A, 0x202E, 0x2060, 0x206F, 0x3164, 0x3164, 0xFEFF, 0xFEFF, 0xFFA0, 0xFFA0, 0xFFF0,
    0xFFF8, 0x1BCA0, 0x1BCA3, 0x1D173, 0x1D17A, 0xE0000, 0xE00FF, 0xE01F0, 0xE0FFF
  };

  private static final Set<String> DEVICES =
      new HashSet<String>(Arrays.asList("CON", "PRN", "AUX", "NUL", "CONIN$", "CONOUT$"));

  private Portability() {}

  /** Returns the first problem of a path as a clause, or {@code null}. */
  static String problem(BundlePath path) {
    for (String component : path.components()) {
      String problem = problem(component);
      if (problem != null) return problem;
    }
    return null;
  }

  private static String problem(String component) {
    int index = 0;
    while (index < component.length()) {
      int scalar = component.codePointAt(index);
      index += Character.charCount(scalar);
      if (isInvisible(scalar)) {
        return "the name contains the invisible character U+"
            + Hex.number(scalar, 4).toUpperCase(Locale.ROOT);
      }
    }
    if (component.indexOf(':') >= 0) {
      return "the name contains a colon, which Windows does not allow in names";
    }
    String shown = DisplayText.quote(component);
    if (component.endsWith(".") || component.endsWith(" ")) {
      return shown + " ends with a dot or a space, which Windows removes";
    }
    return isDevice(component) ? shown + " is the name of a device on Windows" : null;
  }

  private static boolean isInvisible(int scalar) {
    for (int index = 0; index < INVISIBLE.length; index += 2) {
      if (scalar >= INVISIBLE[index] && scalar <= INVISIBLE[index + 1]) return true;
    }
    return false;
  }

  /** Returns whether Windows opens a device; only the part before the first dot counts. */
  private static boolean isDevice(String component) {
    int dot = component.indexOf('.');
    String stem = dot < 0 ? component : component.substring(0, dot);
    while (stem.endsWith(" ")) stem = stem.substring(0, stem.length() - 1);
    if (stem.length() < 3 || stem.length() > 7) return false;
    String name = stem.toUpperCase(Locale.ROOT);
    if (DEVICES.contains(name)) return true;
    return stem.length() == 4 && (name.startsWith("COM") || name.startsWith("LPT"))
        && "123456789\u00B9\u00B2\u00B3".indexOf(stem.charAt(3)) >= 0;
  }
}
