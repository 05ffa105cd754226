package com.eros.device;

import java.util.ArrayList;
import java.util.List;
import org.junit.runner.JUnitCore;
import org.junit.runner.Result;
import org.junit.runner.notification.Failure;

/** Runs all tests and prints one line, or the failures. */
public final class TestRunner {
  private TestRunner() {}

  public static void main(String[] names) throws ClassNotFoundException {
    List<Class<?>> classes = new ArrayList<>();
    for (String name : names) classes.add(Class.forName(name));
    Result result = JUnitCore.runClasses(classes.toArray(new Class<?>[0]));
    for (Failure failure : result.getFailures()) {
      System.err.println(failure.getTestHeader() + ": " + failure.getTrimmedTrace());
    }
    System.out.println(
        result.getRunCount() + " tests, " + result.getFailureCount() + " failures, "
            + result.getRunTime() / 1000 + " s");
    System.exit(result.wasSuccessful() ? 0 : 1);
  }
}
