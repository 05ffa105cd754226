package com.example.host;

import com.eros.device.BundleFiles;
import com.eros.device.DeviceOptions;
import com.eros.device.ErosDevice;
import com.eros.device.ErosException;
import com.eros.device.FetchOptions;
import com.eros.device.Launch;
import com.eros.device.LaunchKind;
import com.eros.device.UrlConnectionTransport;
import java.io.DataInputStream;
import java.io.File;
import java.io.FileInputStream;
import java.io.IOException;

/**
 * An app without a screen, which {@code bindings/android/check-package} shrinks as R8 does.
 *
 * <p>{@code Host FOLDER STORE CHANNEL}: runs the embedded bundle, stages and runs another one, refuses a damaged one, and
 * fetches and runs a third one. Prints the page of each launch.
 */
public final class Host {
  private Host() {}

  public static void main(String[] arguments) throws Exception {
    File folder = new File(arguments[0]);
    DeviceOptions options = new DeviceOptions(new File(folder, "releases")).appVersion("1.0.0");
    ErosDevice device = ErosDevice.open(options);
    launch(device, new BundleFiles(new File(folder, "embedded.zip")));
    System.out.println(device.stage(new BundleFiles(new File(folder, "update.zip"))));
    launch(device, null);
    try {
      System.out.println(device.stage(new BundleFiles(new File(folder, "damaged.zip"))));
    } catch (ErosException error) {
      System.out.println("refused: " + error.getMessage());
    }
    FetchOptions update =
        new FetchOptions(arguments[1], arguments[2]).root(contents(new File(folder, "root.json")));
    System.out.println(device.fetch(update, new UrlConnectionTransport()));
    launch(device, null);
    device.close();
  }

  private static void launch(ErosDevice device, BundleFiles embedded) throws Exception {
    Launch launch = device.launch(embedded, LaunchKind.FOREGROUND);
    System.out.println(new String(contents(new File(launch.getFolder(), "config/index.js")), "UTF-8"));
    if (launch.getToken() != null) device.confirm(launch.getToken());
  }

  private static byte[] contents(File file) throws IOException {
    byte[] bytes = new byte[(int) file.length()];
    DataInputStream input = new DataInputStream(new FileInputStream(file));
    try {
      input.readFully(bytes);
    } finally {
      input.close();
    }
    return bytes;
  }
}
