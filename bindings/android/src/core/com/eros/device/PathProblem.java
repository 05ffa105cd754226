package com.eros.device;

/** The reason why a text is not a valid {@link BundlePath}, as a clause that follows the path. */
final class PathProblem extends Exception {
  private static final long serialVersionUID = 1;

  PathProblem(String reason) {
    super(reason);
  }

  static PathProblem tooLong() {
    return new PathProblem("the name is longer than " + BundlePath.MAXIMUM_LENGTH + " bytes");
  }
}
