package com.acme;

public final class Row extends com.taobao.weex.ui.component.WXComponent<android.view.View> {
}
