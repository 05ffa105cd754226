package io.dcloud.feature.uniapp.ui.component;

import android.view.View;
import com.taobao.weex.ui.component.WXComponent;
import io.dcloud.feature.uniapp.UniSDKInstance;
import io.dcloud.feature.uniapp.ui.action.AbsComponentData;

public class UniComponent<T extends View> extends WXComponent<T> {
    public UniSDKInstance mUniSDKInstance;

    public UniComponent(UniSDKInstance instance, AbsVContainer parent, AbsComponentData data) {
        mUniSDKInstance = instance;
    }
}
