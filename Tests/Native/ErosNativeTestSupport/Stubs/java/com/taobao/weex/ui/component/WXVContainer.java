package com.taobao.weex.ui.component;

import android.view.View;

public class WXVContainer<T extends View> extends WXComponent<T> {
}
