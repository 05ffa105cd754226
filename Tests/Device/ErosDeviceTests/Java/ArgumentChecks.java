import com.eros.device.Adoption;
import com.eros.device.BundleFiles;
import com.eros.device.Confirmation;
import com.eros.device.DeviceOptions;
import com.eros.device.ErosDevice;
import com.eros.device.ErosException;
import com.eros.device.Failure;
import com.eros.device.FetchOptions;
import com.eros.device.HeaderField;
import com.eros.device.Launch;
import com.eros.device.LaunchKind;
import com.eros.device.Staging;
import com.eros.device.UrlConnectionTransport;
import java.io.File;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** Arguments, errors, text and threads. */
final class ArgumentChecks {
  private final Checks checks;
  private final BundleFiles first;
  private final BundleFiles second;

  ArgumentChecks(Checks checks) {
    this.checks = checks;
    first = new BundleFiles(file("first.zip"), file("first.zip.config"));
    second = new BundleFiles(file("second.zip"));
  }

  private File file(String name) {
    return new File(checks.folder, name);
  }

  void add() {
    checks.add("every call works", this::life);
    checks.add("null is an exception", this::nulls);
    checks.add("invalid text and numbers are exceptions", this::invalidArguments);
    checks.add("errors have a code, a message and a remedy", this::errors);
    checks.add("text outside the BMP is passed on unchanged", this::emoji);
    checks.add("a closed device throws IllegalStateException", this::closed);
    checks.add("calls from several threads succeed", this::threads);
  }

  private void life() throws Exception {
    try (ErosDevice device =
        ErosDevice.open(
            new DeviceOptions(file("life")).appVersion("2.1.0").threads(1).lockTimeout(5000)
                .trialLaunches(3).maximumFiles(100).maximumSize(1 << 20))) {
      Checks.require(
          device.adopt(file("missing")) == Adoption.NOTHING_TO_ADOPT, "nothing to adopt");
      Launch start = device.launch(first, LaunchKind.FOREGROUND);
      Checks.require(start.getReason().equals("first-run"), start.getReason());
      Checks.require(
          start.getToken() == null && start.getPrevious() == null && start.getNotes() == null
              && start.getFailure() == null && start.getRelease().length() == 64, "first run");
      Checks.require(device.applyNow() == null, "nothing to apply");
      Checks.require(device.stage(second) == Staging.STAGED, "staged");
      Launch system = device.launch(first, LaunchKind.BACKGROUND);
      Checks.require(system.getRelease().equals(start.getRelease()), "background");
      Launch trial = device.launch(first, LaunchKind.FOREGROUND);
      Checks.require(trial.getReason().equals("trial"), trial.getReason());
      Checks.require(start.getRelease().equals(trial.getPrevious()), "previous");
      Checks.require(device.stage(second) == Staging.ALREADY_ON_TRIAL, "already on trial");
      Checks.require(device.confirm("x") == Confirmation.STALE_TOKEN, "stale token");
      Checks.require(device.confirm(trial.getToken()) == Confirmation.CONFIRMED, "confirmed");
      Checks.require(device.confirm(trial.getToken()) == Confirmation.CONFIRMED, "again");
      Checks.require(device.confirm("x") == Confirmation.STALE_TOKEN, "nothing on trial");
      Checks.require(device.stage(second) == Staging.ALREADY_ACTIVE, "already active");
      Checks.require(device.status(true).contains(trial.getRelease()), "status");
      Checks.require(device.failed("x", "too late") == Failure.NOTED, "noted");
      Checks.require(device.decisions().contains("too late"), "decisions");
      Checks.require(
          device.failed("x", "late", "RangeError", "\0\ud83d\nrun@a.js:1:2") == Failure.NOTED
              && device.decisions().contains("RangeError")
              && device.decisions().contains("stackHash"), "the error of a failure");
      Checks.require(device.failed("x", "late", null, null) == Failure.NOTED, "no error");
      device.rollBack(null);
      Checks.require(device.unblock(start.getRelease()) == 0, "not blocked");
      Checks.require(device.unblock(null) == 1 && device.unblock(null) == 0, "unblocked");
      Launch back = device.launch(null, LaunchKind.FOREGROUND);
      Checks.require(back.getRelease().equals(start.getRelease()), "rolled back");
      Checks.require(device.stage(second) == Staging.STAGED, "staged again");
      Launch applied = device.applyNow();
      Checks.require(applied.getRelease().equals(trial.getRelease()), "applied");
      Checks.require(
          device.adopt(file("old")) == Adoption.ALREADY_INSTALLED, "already installed");
    }
  }

  private void nulls() throws Exception {
    Class<NullPointerException> type = NullPointerException.class;
    Checks.thrown(type, () -> ErosDevice.open(null));
    Checks.thrown(type, () -> new DeviceOptions(null));
    Checks.thrown(type, () -> new BundleFiles(null));
    Checks.thrown(type, () -> new FetchOptions(null, "demo/production"));
    Checks.thrown(type, () -> new FetchOptions("https://example.org", null));
    Checks.thrown(type, () -> new HeaderField(null, ""));
    try (ErosDevice device = ErosDevice.open(new DeviceOptions(file("nulls")).appVersion(null))) {
      Checks.thrown(type, () -> device.launch(first, null));
      Checks.thrown(type, () -> device.confirm(null));
      Checks.thrown(type, () -> device.stage(null));
      Checks.thrown(type, () -> device.adopt(null));
      Checks.thrown(type, () -> device.fetch(null, new UrlConnectionTransport()));
      Checks.thrown(
          type, () -> device.fetch(new FetchOptions("http://x", "demo/production"), null));
      Checks.error(
          ErosException.USAGE,
          () ->
              device.fetch(
                  new FetchOptions("http://127.0.0.1:1", "demo/production").root(new byte[0]),
                  new UrlConnectionTransport()));
      Checks.error(
          ErosException.USAGE,
          () ->
              device.fetch(
                  new FetchOptions("http://127.0.0.1:1", "demo/production").reportUrl("x"),
                  new UrlConnectionTransport()));
    }
  }

  private void invalidArguments() throws Exception {
    Class<IllegalArgumentException> type = IllegalArgumentException.class;
    DeviceOptions options = new DeviceOptions(file("invalid"));
    Checks.thrown(type, () -> options.threads(-1));
    Checks.thrown(type, () -> options.maximumSize(-1));
    Checks.thrown(type, () -> ErosDevice.open(new DeviceOptions(new File("a\0b"))));
    try (ErosDevice device = ErosDevice.open(options)) {
      Checks.thrown(type, () -> device.confirm("a\0b"));
      Checks.thrown(type, () -> device.confirm("\ud83d"));
      Checks.thrown(type, () -> device.stage(new BundleFiles(new File("\udce9"))));
    }
    Checks.error(ErosException.USAGE, () -> ErosDevice.open(new DeviceOptions(new File(""))));
    Checks.error(ErosException.USAGE, () -> ErosDevice.open(options.appVersion("x")));
  }

  private void errors() throws Exception {
    try (ErosDevice device = ErosDevice.open(new DeviceOptions(file("errors")))) {
      ErosException empty = Checks.error(ErosException.NOT_FOUND, () -> device.status(false));
      Checks.require(empty.getRemedy() != null && empty.getCause() == null, "remedy");
      device.launch(first, LaunchKind.FOREGROUND);
      ErosException missing =
          Checks.error(
              ErosException.NOT_FOUND, () -> device.stage(new BundleFiles(file("missing.zip"))));
      Checks.require(missing.getMessage().contains("missing.zip"), missing.getMessage());
      Files.write(file("damaged.zip").toPath(), "not a zip".getBytes("UTF-8"));
      ErosException damaged =
          Checks.error(
              ErosException.BAD_DATA, () -> device.stage(new BundleFiles(file("damaged.zip"))));
      Checks.require(damaged.getRemedy() != null, "remedy");
      ErosException other = Checks.error(ErosException.USAGE, () -> device.rollBack("x"));
      Checks.require(other.getMessage().contains("not a tree hash"), other.getMessage());
      // A damaged embedded bundle does not prevent the launch of an intact release.
      Launch launch =
          device.launch(new BundleFiles(file("damaged.zip")), LaunchKind.FOREGROUND);
      Checks.require(launch.getFailure().getCode() == ErosException.BAD_DATA, "failure");
      Checks.require(launch.getFailure().getRemedy() != null, "remedy of the failure");
    }
  }

  private void emoji() throws Exception {
    File folder = file("\ud83d\udce6 releases \u56fe");
    ErosException version =
        Checks.error(
            ErosException.USAGE,
            () -> ErosDevice.open(new DeviceOptions(folder).appVersion("2.1\ud83d\ude80")));
    Checks.require(version.getMessage().contains("2.1\ud83d\ude80"), version.getMessage());
    File zip = file("\ud83c\udf81.zip");
    Files.copy(file("first.zip").toPath(), zip.toPath());
    try (ErosDevice device = ErosDevice.open(new DeviceOptions(folder))) {
      Launch launch = device.launch(new BundleFiles(zip), LaunchKind.FOREGROUND);
      Checks.require(launch.getFolder().getPath().contains("\ud83d\udce6"), "path");
      Checks.require(new File(launch.getFolder(), "pages/home/index.js").isFile(), "page");
      Files.write(zip.toPath(), new byte[100]);
      ErosException damaged =
          Checks.error(ErosException.BAD_DATA, () -> device.stage(new BundleFiles(zip)));
      Checks.require(damaged.getMessage().contains("\ud83c\udf81.zip"), damaged.getMessage());
    }
  }

  private void closed() throws Exception {
    ErosDevice device = ErosDevice.open(new DeviceOptions(file("closed")));
    device.cancel();
    device.close();
    device.close();
    device.cancel();
    Class<IllegalStateException> type = IllegalStateException.class;
    Checks.thrown(type, () -> device.launch(first, LaunchKind.FOREGROUND));
    Checks.thrown(type, () -> device.confirm("x"));
    Checks.thrown(type, () -> device.applyNow());
    Checks.thrown(type, () -> device.stage(second));
    Checks.thrown(type, () -> device.rollBack(null));
    Checks.thrown(type, () -> device.unblock(null));
    Checks.thrown(type, () -> device.status(false));
    Checks.thrown(type, () -> device.adopt(file("old")));
    Checks.thrown(
        type,
        () ->
            device.fetch(
                new FetchOptions("http://127.0.0.1:1", "demo/production"),
                new UrlConnectionTransport()));
  }

  /** Several threads use a device, and one closes it in the meantime. */
  private void threads() throws Exception {
    ExecutorService pool = Executors.newFixedThreadPool(4);
    for (int round = 0; round < 5; round++) {
      ErosDevice device = ErosDevice.open(new DeviceOptions(file("threads")));
      List<Callable<Void>> tasks = new ArrayList<Callable<Void>>();
      for (int index = 0; index < 12; index++) {
        boolean closes = index == 8;
        tasks.add(
            () -> {
              if (closes) device.close();
              try {
                device.launch(first, LaunchKind.FOREGROUND);
              } catch (IllegalStateException expected) {
                Checks.require(expected.getMessage().contains("closed"), expected.getMessage());
              }
              return null;
            });
      }
      for (Future<Void> task : pool.invokeAll(tasks)) task.get();
    }
    pool.shutdown();
  }
}
