package android.widget;

import android.content.Context;
import android.util.AttributeSet;
import android.view.View;

public class ProgressBar extends View {
  public ProgressBar(Context context, AttributeSet attributes, int style) {
    super(context);
  }

  public int getProgress() {
    return 0;
  }

  public void setProgress(int progress) {}
}
