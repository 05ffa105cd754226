package com.eros.device;

/** The end of a fetch that the app cancels. */
final class Cancellation {
  private boolean isCancelled;

  /** Cancels the fetch, and ends its pause. */
  synchronized void cancel() {
    isCancelled = true;
    notifyAll();
  }

  synchronized boolean isCancelled() {
    return isCancelled;
  }

  /** Throws if the fetch is cancelled. */
  void check() throws FetchException {
    if (isCancelled()) throw FetchException.cancelled();
  }

  /** Waits, and throws if the fetch is cancelled meanwhile or the thread interrupted. */
  synchronized void pause(long milliseconds) throws FetchException {
    long end = HttpReader.clock() + milliseconds;
    try {
      for (long rest = milliseconds; rest > 0 && !isCancelled; rest = end - HttpReader.clock()) wait(rest);
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      isCancelled = true;
    }
    check();
  }
}
