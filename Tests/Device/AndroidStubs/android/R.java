package android;

public final class R {
  private R() {}

  public static final class attr {
    public static final int progressBarStyleHorizontal = 16842872;

    private attr() {}
  }
}
