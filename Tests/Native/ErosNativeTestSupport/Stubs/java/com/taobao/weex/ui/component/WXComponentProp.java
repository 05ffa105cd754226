package com.taobao.weex.ui.component;

public @interface WXComponentProp {
    String name();
}
