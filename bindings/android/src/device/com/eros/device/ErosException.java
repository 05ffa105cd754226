package com.eros.device;

/**
 * An error of the library.
 *
 * <p>{@link #getMessage()} is the problem, with the file, the actual and the expected value. It is for
 * logs, not for users. {@link #getCause()} is the exception of the {@link Transport}, if one ended the fetch.
 */
public class ErosException extends Exception {
  /** The release is blocked, because it failed its trial or was rolled back. */
  public static final int CHECK_FAILED = 1;
  /** An argument is invalid, such as a malformed version. */
  public static final int USAGE = 64;
  /** A file is corrupt, malformed or hostile. */
  public static final int BAD_DATA = 65;
  /** A file, a folder or a release does not exist, or is not readable. */
  public static final int NOT_FOUND = 66;
  /** A server is out of reach or lacks a file, or the app has cancelled. */
  public static final int UNAVAILABLE = 69;
  /** A file or folder cannot be created. */
  public static final int CANNOT_CREATE = 73;
  /** Reading or writing failed, for example because the disk is full. */
  public static final int IO_ERROR = 74;
  /** Another process holds the lock; the same call may succeed later. */
  public static final int BUSY = 75;

  private static final long serialVersionUID = 1;

  private final int code;
  private final String remedy;

  ErosException(int code, String message, String remedy) {
    super(message);
    this.code = code;
    this.remedy = remedy;
  }

  /**
   * Returns the code of the error.
   *
   * @return a constant of this class, or a code of a newer library
   */
  public int getCode() {
    return code;
  }

  /**
   * Returns the suggested fix.
   *
   * @return the fix, or {@code null} if there is none
   */
  public String getRemedy() {
    return remedy;
  }

  /**
   * Returns the reason why a check for updates failed.
   *
   * @return the reason, or {@code null} for other errors
   */
  public CheckFailure getCheckFailure() {
    return null;
  }

  /**
   * Returns the time of the last successful check of the channel, for an error with a {@link #getCheckFailure()}.
   *
   * @return the time in milliseconds since 1970, or 0 if there was none
   */
  public long getLastCheck() {
    return 0;
  }
}
