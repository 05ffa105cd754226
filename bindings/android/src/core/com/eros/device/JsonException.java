package com.eros.device;

/** An error in a JSON document. */
final class JsonException extends Exception {
  private static final long serialVersionUID = 1;

  /**
   * Creates an error.
   *
   * @param problem the problem
   * @param offset the number of bytes before it
   */
  JsonException(String problem, int offset) {
    super("byte " + offset + ": " + problem);
  }

  /** Creates an error about a field. */
  JsonException(String problem) {
    super(problem);
  }
}
