package android.webkit;

public abstract class WebSettings {
  public abstract void setAllowFileAccess(boolean isAllowed);

  public abstract boolean getAllowFileAccess();

  public abstract void setJavaScriptEnabled(boolean isEnabled);

  public abstract boolean getJavaScriptEnabled();
}
