package com.acme;

public final class Outer {
    public static final class OtherModule extends com.taobao.weex.common.WXModule {
    }

    private Outer() {
    }
}
