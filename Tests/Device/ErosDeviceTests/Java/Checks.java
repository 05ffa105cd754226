import com.eros.device.ErosException;
import java.io.File;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** Runs the checks of the binding, and prints {@code ok NAME} or {@code failed NAME} for each. */
final class Checks {
  interface Check {
    void run() throws Exception;
  }

  /** The folder with {@code first.zip} and {@code second.zip}. */
  final File folder;
  private final Map<String, Check> checks = new LinkedHashMap<String, Check>();

  private Checks(File folder) {
    this.folder = folder;
  }

  public static void main(String[] arguments) throws Exception {
    Checks checks = new Checks(new File(arguments[0]));
    new ArgumentChecks(checks).add();
    new TransportChecks(checks, arguments[1]).add();
    new ReportChecks(checks, arguments[1]).add();
    System.exit(checks.run() ? 0 : 1);
  }

  void add(String name, Check check) {
    checks.put(name, check);
  }

  /** Runs the checks at the same time, because some wait for requests to be repeated. */
  private boolean run() throws InterruptedException {
    ExecutorService pool = Executors.newFixedThreadPool(8);
    Map<String, Future<Void>> results = new LinkedHashMap<String, Future<Void>>();
    for (Map.Entry<String, Check> check : checks.entrySet()) {
      results.put(
          check.getKey(),
          pool.submit(
              () -> {
                check.getValue().run();
                return null;
              }));
    }
    pool.shutdown();
    boolean succeeded = true;
    for (Map.Entry<String, Future<Void>> result : results.entrySet()) {
      try {
        result.getValue().get();
        System.out.println("ok " + result.getKey());
      } catch (ExecutionException problem) {
        succeeded = false;
        System.out.println("failed " + result.getKey());
        problem.getCause().printStackTrace(System.out);
      }
    }
    return succeeded;
  }

  /** Fails unless {@code check} throws an exception of {@code type}, and returns it. */
  static <T extends Throwable> T thrown(Class<T> type, Check check) {
    try {
      check.run();
    } catch (Throwable problem) {
      if (type.isInstance(problem)) return type.cast(problem);
      throw new AssertionError("expected " + type, problem);
    }
    throw new AssertionError("expected " + type + ", but nothing was thrown");
  }

  /** Fails unless {@code check} throws an error with {@code code}, and returns it. */
  static ErosException error(int code, Check check) {
    ErosException error = thrown(ErosException.class, check);
    if (error.getCode() != code) throw new AssertionError("code " + error.getCode(), error);
    require(!error.getMessage().isEmpty(), "no message");
    return error;
  }

  static void require(boolean condition, String problem) {
    if (!condition) throw new AssertionError(problem);
  }
}
