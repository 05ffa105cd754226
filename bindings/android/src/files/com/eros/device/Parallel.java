package com.eros.device;

/** Runs independent steps on a few threads. */
final class Parallel {
  /** A task of several steps, which each thread calls once. */
  interface Task {
    /** Performs steps until {@link #next} returns -1. */
    void run(Parallel steps) throws ErosException;
  }

  private final int count;
  private int next;
  private Throwable failure;

  private Parallel(int count) {
    this.count = count;
  }

  /** Runs the steps 0 to {@code count} − 1; after an error no further step starts. */
  static void forEach(int count, int threads, final Task task) throws ErosException {
    final Parallel run = new Parallel(count);
    Thread[] others = new Thread[Math.max(0, Math.min(threads, count) - 1)];
    for (int index = 0; index < others.length; index++) {
      others[index] =
          new Thread("eros-verify") {
            @Override
            public void run() {
              run.work(task);
            }
          };
      others[index].start();
    }
    run.work(task);
    for (Thread thread : others) join(thread);
    run.throwFailure();
  }

  private void work(Task task) {
    try {
      task.run(this);
    } catch (Throwable error) {
      fail(error);
    }
  }

  /** Returns the next step for this thread, or -1 after the last one or an error. */
  synchronized int next() {
    return failure == null && next < count ? next++ : -1;
  }

  private synchronized void fail(Throwable error) {
    if (failure == null) failure = error;
  }

  private synchronized void throwFailure() throws ErosException {
    if (failure instanceof ErosException) throw (ErosException) failure;
    if (failure instanceof RuntimeException) throw (RuntimeException) failure;
    if (failure instanceof Error) throw (Error) failure;
  }

  /** Waits for a thread; an interruption of this thread counts afterwards. */
  private static void join(Thread thread) {
    boolean isInterrupted = false;
    while (true) {
      try {
        thread.join();
        break;
      } catch (InterruptedException error) {
        isInterrupted = true;
      }
    }
    if (isInterrupted) Thread.currentThread().interrupt();
  }
}
