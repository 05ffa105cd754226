package com.acme;

public final class List extends com.taobao.weex.ui.component.WXComponent<android.view.View> {
}
