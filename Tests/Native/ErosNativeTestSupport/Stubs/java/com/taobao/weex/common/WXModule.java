package com.taobao.weex.common;

public class WXModule {
}
