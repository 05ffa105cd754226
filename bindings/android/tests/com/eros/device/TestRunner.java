package com.eros.device;

import java.util.ArrayList;
import java.util.List;
import org.junit.runner.JUnitCore;
import org.junit.runner.Result;
import org.junit.runner.notification.Failure;
import org.junit.runner.notification.RunListener;

/** Runs all tests and prints one line, the failures, and the tests whose assumptions do not hold. */
public final class TestRunner {
  private TestRunner() {}

  public static void main(String[] names) throws ClassNotFoundException {
    List<Class<?>> classes = new ArrayList<>();
    for (String name : names) classes.add(Class.forName(name));
    List<String> skipped = new ArrayList<>();
    JUnitCore core = new JUnitCore();
    core.addListener(
        new RunListener() {
          @Override
          public void testAssumptionFailure(Failure failure) {
            skipped.add(failure.getDescription().getDisplayName());
          }
        });
    Result result = core.run(classes.toArray(new Class<?>[0]));
    for (Failure failure : result.getFailures()) {
      System.err.println(failure.getTestHeader() + ": " + failure.getTrimmedTrace());
    }
    System.out.println(
        result.getRunCount() - skipped.size() + " tests, " + result.getFailureCount() + " failures, "
            + result.getRunTime() / 1000 + " s");
    if (!skipped.isEmpty()) System.out.println(skipped.size() + " skipped: " + String.join(", ", skipped));
    System.exit(result.wasSuccessful() ? 0 : 1);
  }
}
