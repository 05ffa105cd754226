package android.app;

import android.content.Context;
import android.content.DialogInterface;

public class AlertDialog {
  public static class Builder {
    public Builder(Context context) {}

    public Builder setTitle(CharSequence title) {
      return this;
    }

    public Builder setCancelable(boolean isCancelable) {
      return this;
    }

    public Builder setPositiveButton(CharSequence text, DialogInterface.OnClickListener listener) {
      return this;
    }

    public Builder setNegativeButton(CharSequence text, DialogInterface.OnClickListener listener) {
      return this;
    }

    public AlertDialog show() {
      return new AlertDialog();
    }
  }
}
