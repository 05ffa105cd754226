package com.taobao.weex;

/** Prints every call of the registrants, one a line. */
public final class Calls {
    public static boolean record(Object... words) {
        StringBuilder line = new StringBuilder();
        for (Object word : words) {
            line.append(line.length() == 0 ? "" : " ").append(word);
        }
        System.out.println(line);
        return true;
    }

    private Calls() {
    }
}
