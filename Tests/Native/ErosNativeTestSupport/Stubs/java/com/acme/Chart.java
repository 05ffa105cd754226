package com.acme;

public final class Chart extends com.taobao.weex.ui.component.WXComponent<android.view.View> {
}
