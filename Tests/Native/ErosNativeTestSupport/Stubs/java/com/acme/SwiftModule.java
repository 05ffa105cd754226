package com.acme;

public final class SwiftModule extends com.taobao.weex.common.WXModule {
}
