package io.dcloud.feature.uniapp.common;

import com.taobao.weex.common.WXModule;
import io.dcloud.feature.uniapp.UniSDKInstance;

public class UniModule extends WXModule {
    public UniSDKInstance mUniSDKInstance;
}
