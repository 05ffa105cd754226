package com.eros.device;

/** A finding that ends the check of the structure. */
final class ZipFinding extends Exception {
  private static final long serialVersionUID = 1;

  final transient Finding finding;

  ZipFinding(FindingCode code, String message) {
    this(code, null, message);
  }

  ZipFinding(FindingCode code, String subject, String message) {
    super(message);
    finding = new Finding(code, subject, message);
  }
}
