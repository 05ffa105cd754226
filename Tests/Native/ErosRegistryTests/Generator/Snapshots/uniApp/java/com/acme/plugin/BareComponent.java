package com.acme.plugin;

import android.content.Context;
import android.view.View;
import io.dcloud.feature.uniapp.UniSDKInstance;
import io.dcloud.feature.uniapp.ui.action.AbsComponentData;
import io.dcloud.feature.uniapp.ui.component.AbsVContainer;
import io.dcloud.feature.uniapp.ui.component.UniComponent;

/**
 * Pages show it with the tag acme-bare.
 */
public class BareComponent extends UniComponent<View> {

    public BareComponent(UniSDKInstance instance, AbsVContainer parent, AbsComponentData data) {
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
