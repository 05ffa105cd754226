package com.eros.device;

import java.io.BufferedReader;
import java.io.File;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;

/**
 * Performs the steps that a script writes, one JSON document per line, and writes the results.
 *
 * <p>{@code bindings/android/alternate} lets it and {@code eros} work on the same folder in turn.
 */
public final class StepServer {
  private StepServer() {}

  public static void main(String[] arguments) throws Exception {
    BufferedReader input =
        new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    String line;
    while ((line = input.readLine()) != null) {
      JsonObject step = JsonReader.read(Utf8.encode(line)).object();
      JsonObject result;
      try {
        result = perform(step);
      } catch (ErosException error) {
        result = new JsonObject().put("error", error.getCode()).put("message", error.getMessage());
      }
      System.out.println(JsonWriter.text(JsonValue.of(result)));
      System.out.flush();
    }
  }

  private static String text(JsonObject step, String key) {
    return step.has(key) ? step.get(key).string() : null;
  }

  private static BundleFiles bundle(JsonObject step) {
    String path = text(step, "bundle");
    return path == null ? null : new BundleFiles(new File(path));
  }

  private static JsonObject perform(JsonObject step) throws ErosException {
    DeviceOptions options =
        new DeviceOptions(new File(text(step, "sandbox"))).appVersion(text(step, "app"));
    JsonObject result = new JsonObject();
    try (ErosDevice device = ErosDevice.open(options)) {
      switch (text(step, "step")) {
        case "launch":
          LaunchKind kind =
              step.has("background") ? LaunchKind.BACKGROUND : LaunchKind.FOREGROUND;
          put(device.launch(bundle(step), kind), result);
          break;
        case "apply":
          Launch launch = device.applyNow();
          if (launch != null) put(launch, result);
          break;
        case "stage":
          result.put("outcome", device.stage(bundle(step)).name());
          break;
        case "confirm":
          result.put("outcome", device.confirm(text(step, "token")).name());
          break;
        case "fail":
          result.put("outcome", device.failed(text(step, "token"), "x").name());
          break;
        case "rollback":
          device.rollBack(text(step, "to"));
          break;
        case "unblock":
          result.put("count", device.unblock(text(step, "release")));
          break;
        case "status":
          result.put("status", device.status(true));
          break;
        case "adopt":
          result.put("outcome", device.adopt(new File(text(step, "folder"))).name());
          break;
        case "decisions":
          result.put("decisions", device.decisions());
          break;
        default:
          throw new IllegalArgumentException(text(step, "step"));
      }
    }
    return result;
  }

  private static void put(Launch launch, JsonObject result) {
    result.put("release", launch.getRelease()).put("reason", launch.getReason())
        .put("token", launch.getToken()).put("previous", launch.getPrevious())
        .put("notes", launch.getNotes());
    if (launch.getFailure() != null) result.put("error", launch.getFailure().getCode());
  }
}
