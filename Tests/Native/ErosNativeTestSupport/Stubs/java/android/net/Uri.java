package android.net;

public final class Uri {
    public static Uri parse(String text) {
        return new Uri(text);
    }

    private final String text;

    private Uri(String text) {
        this.text = text;
    }

    public String getPath() {
        return text;
    }

    public String getQueryParameter(String name) {
        return name;
    }
}
