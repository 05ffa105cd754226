package android.net;

import java.io.File;

public abstract class Uri {
  public static Uri fromFile(File file) {
    throw new UnsupportedOperationException();
  }
}
