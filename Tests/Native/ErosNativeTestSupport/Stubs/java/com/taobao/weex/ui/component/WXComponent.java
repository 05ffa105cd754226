package com.taobao.weex.ui.component;

import android.content.Context;
import android.view.View;
import com.taobao.weex.WXSDKInstance;
import com.taobao.weex.dom.WXDomObject;
import com.taobao.weex.ui.action.BasicComponentData;
import java.util.Map;

public class WXComponent<T extends View> {
    protected WXComponent() {
    }

    public WXComponent(WXSDKInstance instance, WXVContainer parent, BasicComponentData data) {
    }

    /** Up to version 0.18. */
    public WXComponent(WXSDKInstance instance, WXDomObject dom, WXVContainer parent) {
    }

    protected T initComponentHostView(Context context) {
        return null;
    }

    protected void onHostViewInitialized(T host) {
    }

    protected void onFinishLayout() {
    }

    public void destroy() {
    }

    protected boolean setProperty(String key, Object value) {
        return false;
    }

    public void addEvent(String type) {
    }

    protected void removeEventFromView(String type) {
    }

    public final void fireEvent(String type, Map<String, Object> params) {
    }
}
