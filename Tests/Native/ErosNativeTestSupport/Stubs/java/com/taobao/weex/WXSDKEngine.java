package com.taobao.weex;

import com.taobao.weex.common.WXException;
import com.taobao.weex.common.WXModule;
import com.taobao.weex.ui.SimpleComponentHolder;
import com.taobao.weex.ui.component.WXComponent;

public final class WXSDKEngine {
    public static <T extends WXModule> boolean registerModule(String name, Class<T> cls, boolean global)
            throws WXException {
        if (name.equals("acmeSwift")) {
            throw new WXException("no");
        }
        return Calls.record("module", name, cls.getName(), global) && !name.equals("acmeScan");
    }

    public static boolean registerComponent(String name, Class<? extends WXComponent> cls)
            throws WXException {
        return Calls.record("component", name, cls.getName());
    }

    public static boolean registerComponent(
            Class<? extends WXComponent> cls, boolean appendTree, String... names) throws WXException {
        return Calls.record("component", String.join(",", names), cls.getName(), appendTree);
    }

    public static boolean registerComponent(
            SimpleComponentHolder holder, boolean appendTree, String... names) throws WXException {
        return Calls.record("component", String.join(",", names), holder.description, appendTree);
    }

    public static boolean registerDomObject(String name, Class<?> cls) throws WXException {
        return Calls.record("dom", name, cls.getName());
    }

    public static void setNavigator(Object navigator) {
        Calls.record("setNavigator", navigator.getClass().getName());
    }

    private WXSDKEngine() {
    }
}
