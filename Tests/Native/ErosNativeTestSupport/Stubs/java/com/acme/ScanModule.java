package com.acme;

public final class ScanModule extends com.taobao.weex.common.WXModule {
}
