package com.alipay.mobile.framework;

import android.content.Context;

public final class LauncherApplicationAgent {
    public static LauncherApplicationAgent getInstance() {
        return new LauncherApplicationAgent();
    }

    public Context getApplicationContext() {
        return new Context();
    }

    private LauncherApplicationAgent() {
    }
}
