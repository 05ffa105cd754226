package com.taobao.weex;

import android.content.Context;
import com.taobao.weex.common.WXRenderStrategy;
import java.util.Map;

public class WXSDKInstance {
  public WXSDKInstance(Context context) {}

  public void registerRenderListener(IWXRenderListener listener) {}

  public void renderByUrl(
      String pageName, String url, Map<String, Object> options, String data, WXRenderStrategy strategy) {}

  public void destroy() {}
}
