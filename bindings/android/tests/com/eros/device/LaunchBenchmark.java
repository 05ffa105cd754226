package com.eros.device;

import com.sun.management.OperatingSystemMXBean;
import java.io.BufferedReader;
import java.io.File;
import java.io.InputStreamReader;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;

/**
 * Launches an installed release as often as each line of the input says, and prints the nanoseconds of the clock and
 * of the processor.
 *
 * <p>{@code bindings/android/compare-launches} compares it with the Swift library.
 */
public final class LaunchBenchmark {
  private LaunchBenchmark() {}

  public static void main(String[] arguments) throws Exception {
    DeviceOptions options = new DeviceOptions(new File(arguments[0])).appVersion("1.0.0");
    BundleFiles bundle = new BundleFiles(new File(arguments[1]));
    OperatingSystemMXBean system =
        (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
    BufferedReader input =
        new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    String line;
    while ((line = input.readLine()) != null) {
      long processor = system.getProcessCpuTime();
      long clock = System.nanoTime();
      for (int count = Integer.parseInt(line); count > 0; count--) {
        try (ErosDevice device = ErosDevice.open(options)) {
          if (device.launch(bundle, LaunchKind.FOREGROUND).getFailure() != null) System.exit(1);
        }
      }
      clock = System.nanoTime() - clock;
      processor = system.getProcessCpuTime() - processor;
      System.out.println(clock + " " + processor);
    }
  }
}
