package com.acme.mpaas;

import com.taobao.weex.Calls;

public final class MPEmbedViewHelper {
    public static void registerEmbedView(String className, String type) {
        Calls.record("embedView", type, className);
    }

    private MPEmbedViewHelper() {
    }
}
