import com.eros.device.BundleFiles;
import com.eros.device.DeviceOptions;
import com.eros.device.ErosDevice;
import com.eros.device.ErosException;
import com.eros.device.FetchOptions;
import com.eros.device.Launch;
import com.eros.device.LaunchKind;
import com.eros.device.UrlConnectionTransport;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;

/** Reports that a device sends to a server. */
final class ReportChecks {
  private final Checks checks;
  private final String store;
  private final BundleFiles embedded;

  ReportChecks(Checks checks, String store) {
    this.checks = checks;
    this.store = store;
    embedded = new BundleFiles(new File(checks.folder, "first.zip"));
  }

  void add() {
    checks.add("reports of an update arrive at a server", this::reports);
    checks.add("refused reports are not sent again", () -> repeated("401 Unauthorized", false));
    checks.add("reports that a server cannot accept are sent again", () -> repeated("503 x", true));
  }

  private String fetch(ErosDevice device, Server server) throws IOException, ErosException {
    FetchOptions options =
        new FetchOptions(store, "demo/production")
            .root(Files.readAllBytes(new File(checks.folder, "keys/root.json").toPath()))
            .reportUrl(server.url() + "/reports");
    return device.fetch(options, new UrlConnectionTransport());
  }

  private ErosDevice open(String name) throws ErosException {
    return ErosDevice.open(new DeviceOptions(new File(checks.folder, name)).appVersion("2.1.0"));
  }

  private void reports() throws Exception {
    try (Server server = new Server(path -> Server.answer("204 No Content", "", ""));
        ErosDevice device = open("reports")) {
      Launch first = device.launch(embedded, LaunchKind.FOREGROUND);
      fetch(device, server);
      String staged = server.lastRequest();
      Launch trial = device.launch(embedded, LaunchKind.FOREGROUND);
      String trees =
          "\"from\":\"" + first.getRelease() + "\",\"to\":\"" + trial.getRelease() + "\"}]}";
      Checks.require(staged.startsWith("POST /reports HTTP/1.1\r\n"), staged);
      Checks.require(staged.contains("\r\nContent-Type: application/json\r\n"), staged);
      String report = body(staged).replaceFirst("\"bytes\":[1-9][0-9]*,", "");
      Checks.require(
          report.equals(
              "{\"reports\":[{\"app\":\"demo\",\"channel\":\"production\","
                  + "\"event\":\"staged\",\"form\":\"delta\","
                  + trees),
          staged);
      device.confirm(trial.getToken());
      fetch(device, server);
      Checks.require(
          body(server.lastRequest())
              .equals(
                  "{\"reports\":[{\"app\":\"demo\",\"channel\":\"production\","
                      + "\"event\":\"confirmed\","
                      + trees),
          server.lastRequest());
      fetch(device, server);
      Checks.require(server.requests() == 2, server.requests() + " requests");
    }
  }

  /** Returns the JSON of a request without whitespace, which no value contains. */
  private static String body(String request) {
    return request.substring(request.indexOf("\r\n\r\n") + 4).replaceAll("\\s", "");
  }

  private void repeated(String status, boolean isRepeated) throws Exception {
    try (Server server = new Server(path -> Server.answer(status, "Content-Length: 0", ""));
        ErosDevice device = open("reports-" + status.substring(0, 3))) {
      device.launch(embedded, LaunchKind.FOREGROUND);
      String json = fetch(device, server);
      Checks.require(json.contains("\"staged\""), json);
      Checks.require(server.requests() == 1, server.requests() + " requests");
      String report = server.lastRequest();
      fetch(device, server);
      Checks.require(server.requests() == (isRepeated ? 2 : 1), server.requests() + " requests");
      Checks.require(body(server.lastRequest()).equals(body(report)), server.lastRequest());
    }
  }
}
