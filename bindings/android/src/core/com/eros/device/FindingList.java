package com.eros.device;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/**
 * A list of findings that keeps a limited number and counts the others.
 *
 * <p>A hostile bundle of a few kilobytes can cause millions of findings.
 */
final class FindingList {
  static final int LIMIT = 1000;

  private final List<Finding> kept = new ArrayList<Finding>();
  private final Set<FindingCode> errorCodes = EnumSet.noneOf(FindingCode.class);
  private int omittedCount;
  private boolean omitsError;

  void add(FindingCode code, String subject, String message) {
    add(new Finding(code, subject, message));
  }

  void add(Finding finding) {
    if (finding.isError) errorCodes.add(finding.code);
    if (kept.size() < LIMIT) {
      kept.add(finding);
    } else {
      omittedCount++;
      omitsError |= finding.isError;
    }
  }

  boolean hasErrors() {
    return !errorCodes.isEmpty();
  }

  /** Returns whether an error means that the zip must not be unpacked. */
  boolean isUnsafe() {
    for (FindingCode code : errorCodes) if (code.meansUnsafe) return true;
    return false;
  }

  /** Returns the kept findings, and a finding with the number of the others, if any. */
  List<Finding> all() {
    List<Finding> all = new ArrayList<Finding>(kept);
    if (omittedCount > 0) {
      all.add(
          new Finding(
              FindingCode.TOO_MANY_PROBLEMS, omitsError, null,
              "and " + omittedCount + " more findings"));
    }
    return all;
  }
}
