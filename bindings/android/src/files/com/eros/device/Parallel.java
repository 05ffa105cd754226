package com.eros.device;

/** Runs independent steps on a few threads. */
final class Parallel {
  /** A worker, which one thread uses. */
  interface Worker {
    void run(int index) throws ErosException;

    /** Frees what the worker holds. */
    void close();
  }

  /** Creates the worker of a thread. */
  interface Workers {
    Worker create();
  }

  private final int count;
  private int next;
  private Throwable failure;

  private Parallel(int count) {
    this.count = count;
  }

  /** Runs the steps 0 to {@code count} − 1; after an error no further step starts. */
  static void forEach(int count, int threads, final Workers workers) throws ErosException {
    final Parallel run = new Parallel(count);
    Thread[] others = new Thread[Math.max(0, Math.min(threads, count) - 1)];
    for (int index = 0; index < others.length; index++) {
      others[index] =
          new Thread("eros-verify") {
            @Override
            public void run() {
              run.work(workers);
            }
          };
      others[index].start();
    }
    run.work(workers);
    for (Thread thread : others) join(thread);
    run.throwFailure();
  }

  private void work(Workers workers) {
    try {
      Worker worker = workers.create();
      try {
        for (int index = take(); index >= 0; index = take()) worker.run(index);
      } finally {
        worker.close();
      }
    } catch (Throwable error) {
      fail(error);
    }
  }

  private synchronized int take() {
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
