package android.webkit;

public class ConsoleMessage {
  public enum MessageLevel {
    TIP,
    LOG,
    WARNING,
    ERROR,
    DEBUG
  }

  public MessageLevel messageLevel() {
    return MessageLevel.LOG;
  }

  public String message() {
    return "";
  }

  public String sourceId() {
    return "";
  }

  public int lineNumber() {
    return 0;
  }
}
