package android.app;

import android.content.Context;
import java.io.File;

/** The property {@code phone} names the folder with an app and its tests. */
public class Instrumentation {
  public Context getContext() {
    return new Application(new File(System.getProperty("phone"), "tests"));
  }

  public Context getTargetContext() {
    return new Application(new File(System.getProperty("phone"), "app"));
  }
}
