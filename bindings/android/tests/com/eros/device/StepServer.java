package com.eros.device;

import android.system.Os;
import java.io.BufferedReader;
import java.io.File;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Paths;
import java.util.ArrayList;
import java.util.List;

/**
 * Performs the steps that a script writes, one JSON document per line, and writes the results.
 *
 * <p>{@code bindings/android/alternate} lets it and {@code eros} work on the same folder in turn. With arguments,
 * such as {@code launch sandbox=DIR bundle=FILE}, it performs one step and ends with the code of its error, as
 * {@code Tests/Slow/run crash-sweep} needs it.
 */
public final class StepServer {
  /** Ends a step as a kill would: nothing changes a file any more. */
  private static final class Killed extends Error {
    private static final long serialVersionUID = 1;
  }

  private StepServer() {}

  public static void main(String[] arguments) throws Exception {
    if (arguments.length > 0) System.exit(performOne(arguments));
    BufferedReader input =
        new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    String line;
    while ((line = input.readLine()) != null) {
      answer(JsonReader.read(Utf8.encode(line)).object());
    }
  }

  private static int performOne(String[] arguments) throws Exception {
    JsonObject step = new JsonObject().put("step", arguments[0]);
    for (int index = 1; index < arguments.length; index++) {
      String[] pair = arguments[index].split("=", 2);
      step.put(pair[0], pair[1]);
    }
    JsonObject result = answer(step);
    return result.has("error") ? result.get("error").integer().intValue() : 0;
  }

  private static JsonObject answer(JsonObject step) throws Exception {
    JsonObject result;
    try {
      result = step.has("kill") ? kill(step) : perform(step);
    } catch (ErosException error) {
      result = new JsonObject().put("error", error.getCode()).put("message", error.getMessage());
    }
    System.out.println(JsonWriter.text(JsonValue.of(result)));
    System.out.flush();
    return result;
  }

  private static String text(JsonObject step, String key) {
    return step.has(key) ? step.get(key).string() : null;
  }

  /** Returns the token of a step, or that of the trial in progress, as {@code eros confirm} uses it. */
  private static String token(JsonObject step) throws ErosException {
    if (step.has("token")) return text(step, "token");
    return StateFiles.read(Folder.open(text(step, "sandbox"))).state().trial.token;
  }

  private static BundleFiles bundle(JsonObject step) {
    String path = text(step, "bundle");
    return path == null ? null : new BundleFiles(new File(path));
  }

  /** Performs a step up to the call with the number {@code kill} that changes a file. */
  private static JsonObject kill(JsonObject step) throws Exception {
    long point = step.get("kill").integer();
    long[] count = {0};
    Os.hook =
        (name, path) -> {
          if (++count[0] >= point) throw new Killed();
        };
    try {
      return perform(step);
    } catch (Killed killed) {
      return new JsonObject().put("error", 137);
    } finally {
      Os.hook = null;
      Os.closeAll();
    }
  }

  private static JsonObject perform(JsonObject step) throws Exception {
    if (step.has("zip")) return verify(step);
    if (step.has("patch")) return patch(step);
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
          result.put("outcome", device.confirm(token(step)).name());
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
        case "fetch":
          try {
            result.put("result", fetch(device, step));
          } catch (ErosException error) {
            result.put("error", error.getCode()).put("message", error.getMessage());
          }
          result.put("pending", pending(step));
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

  /** Returns the staged release of a sandbox, or {@code null}. */
  private static String pending(JsonObject step) throws ErosException {
    InstalledRelease pending = new Sandbox(text(step, "sandbox"), null, 0, true).currentState().pending;
    return pending == null ? null : pending.tree;
  }

  private static String fetch(ErosDevice device, JsonObject step) throws Exception {
    FetchOptions options = new FetchOptions(text(step, "store"), text(step, "channel"))
        .root(Files.readAllBytes(Paths.get(text(step, "root")))).id(text(step, "id")).tester(text(step, "tester"))
        .reportUrl(text(step, "report")).checkOnly(step.has("check"));
    JsonObject limits = step.has("limits") ? step.get("limits").object() : new JsonObject();
    device.limits.metadataTime = number(limits, "metadataTime", device.limits.metadataTime);
    device.limits.downloadTime = number(limits, "downloadTime", device.limits.downloadTime);
    device.limits.minimumRate = number(limits, "minimumRate", device.limits.minimumRate);
    device.limits.tries = (int) number(limits, "tries", device.limits.tries);
    device.limits.firstPause = number(limits, "firstPause", device.limits.firstPause);
    return device.fetch(options, new UrlConnectionTransport((int) number(limits, "stall", 15_000)));
  }

  private static long number(JsonObject object, String key, long missing) {
    return object.has(key) ? object.get(key).integer() : missing;
  }

  private static JsonObject verify(JsonObject step) throws ErosException {
    byte[] config = step.has("config")
        ? OpenFile.readAll(text(step, "config"), DeliveredBundle.MAXIMUM_CONFIG, true) : null;
    OpenFile zip = new OpenFile(text(step, "zip"), true);
    List<JsonValue> findings = new ArrayList<JsonValue>();
    try {
      long entries = step.has("entries") ? step.get("entries").integer() : 100_000;
      long size = step.has("size") ? step.get("size").integer() : ZipLimits.DEFAULT_SIZE;
      ZipLimits limits = new ZipLimits((int) entries, size);
      VerificationReport report = new BundleVerifier(limits, 2).verify(zip, config, null);
      for (Finding finding : report.findings) {
        findings.add(
            JsonValue.of(
                new JsonObject().put("code", finding.code.text)
                    .put("severity", finding.isError ? "error" : "warning")
                    .put("subject", JsonValue.of(finding.subject))
                    .put("message", finding.message)));
      }
      return new JsonObject().put("findings", JsonValue.of(findings))
          .put("verified", JsonValue.of(report.isVerified))
          .put("treeHash", JsonValue.of(report.treeHash));
    } finally {
      zip.close();
    }
  }

  /** Applies a delta to a zip, like {@code eros patch}. */
  private static JsonObject patch(JsonObject step) throws Exception {
    Folder folder = Folder.open(text(step, "scratch"));
    folder.removeTree("work");
    Folder work = folder.newFolder("work");
    BundleVerifier verifier = new BundleVerifier(new ZipLimits(), 2);
    UpdateApplier applier = new UpdateApplier(verifier);
    OpenFile old = new OpenFile(text(step, "old"), true);
    OpenFile patch = new OpenFile(text(step, "patch"), true);
    NewFile zip = work.newFile("new.zip");
    try {
      applier.make(applier.read(patch), old, zip, work.newFolder("scratch"));
      OpenFile made = work.openFile("new.zip");
      try {
        VerificationReport report = verifier.verify(made, null, null);
        if (!report.isVerified) throw DeltaException.badResult(patch.path(), report);
        return new JsonObject().put("sha256", made.sha256(null));
      } finally {
        made.close();
      }
    } catch (DeltaException error) {
      return new JsonObject().put("kind", error.kind.text).put("problem", error.getMessage());
    } finally {
      zip.close();
      old.close();
      patch.close();
    }
  }

  private static void put(Launch launch, JsonObject result) {
    result.put("release", launch.getRelease()).put("reason", launch.getReason())
        .put("path", launch.getFolder().getPath()).put("token", launch.getToken())
        .put("previous", launch.getPrevious()).put("notes", launch.getNotes());
    if (launch.getFailure() != null) result.put("error", launch.getFailure().getCode());
  }
}
