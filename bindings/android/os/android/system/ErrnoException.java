package android.system;

/** The exception of the platform's {@link Os}. */
public final class ErrnoException extends Exception {
  private static final long serialVersionUID = 1;

  public final int errno;

  public ErrnoException(String functionName, int errno) {
    super(functionName + " failed: " + errno);
    this.errno = errno;
  }
}
