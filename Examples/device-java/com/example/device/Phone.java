package com.example.device;

import java.io.File;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.PrintStream;

/**
 * One start of the app, from {@code onCreate} to {@code onDestroy}.
 *
 * <p>{@code Phone FOLDER [STORE]}: the folder contains {@code assets} with the embedded bundle and
 * the root metadata, and {@code files}, the storage of the app. With the URL of a release store,
 * the app fetches an update.
 */
final class Phone {
  private Phone() {}

  public static void main(String[] arguments) throws IOException, InterruptedException {
    if (arguments.length < 1 || arguments.length > 2) {
      System.err.println("usage: Phone FOLDER [STORE]");
      System.exit(64);
    }
    File folder = new File(arguments[0]);
    Log log = new Log(new PrintStream(new FileOutputStream(FileDescriptor.out), true, "UTF-8"));
    MainActivity activity =
        new MainActivity(new WebView(log), arguments.length == 2 ? arguments[1] : null, log);
    activity.attach(new File(folder, "files"), new File(folder, "assets"));
    activity.onCreate();
    activity.finishBackgroundWork();
    activity.onDestroy();
  }
}
