package android.view;

import android.content.Context;

public class View {
  public static final int VISIBLE = 0;
  public static final int GONE = 8;

  public View(Context context) {}

  public int getVisibility() {
    return VISIBLE;
  }

  public void setVisibility(int visibility) {}
}
