package com.acme.fresh;

import android.content.Context;
import android.view.View;
import com.taobao.weex.WXSDKInstance;
import com.taobao.weex.ui.action.BasicComponentData;
import com.taobao.weex.ui.component.WXComponent;
import com.taobao.weex.ui.component.WXVContainer;

/**
 * Pages show it with the tag acme-bare.
 */
public class BareComponent extends WXComponent<View> {

    public BareComponent(WXSDKInstance instance, WXVContainer parent, BasicComponentData data) {
        super(instance, parent, data);
    }

    @Override
    protected View initComponentHostView(Context context) {
        return new View(context);
    }

    @Override
    protected void onHostViewInitialized(View host) {
        super.onHostViewInitialized(host);
    }
}
