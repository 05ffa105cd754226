package android.app;

import android.content.Context;
import android.os.Bundle;
import android.view.View;

public class Activity extends Context {
  protected void onCreate(Bundle state) {}

  protected void onDestroy() {}

  public final Application getApplication() {
    return new Application();
  }

  public void setContentView(View view) {}

  public final void runOnUiThread(Runnable action) {}

  public boolean isFinishing() {
    return false;
  }

  public boolean isDestroyed() {
    return false;
  }
}
