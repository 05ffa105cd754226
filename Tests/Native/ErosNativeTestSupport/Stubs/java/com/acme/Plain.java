package com.acme;

public final class Plain extends com.taobao.weex.ui.component.WXComponent<android.view.View> {
}
