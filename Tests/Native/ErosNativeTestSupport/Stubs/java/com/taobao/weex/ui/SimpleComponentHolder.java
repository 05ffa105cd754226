package com.taobao.weex.ui;

import com.taobao.weex.ui.component.WXComponent;

public final class SimpleComponentHolder {
    public final String description;

    public SimpleComponentHolder(Class<? extends WXComponent> cls, Object creator) {
        description = cls.getName() + "+" + creator.getClass().getName();
    }
}
