package com.acme.shop;

import com.taobao.weex.annotation.JSMethod;
import com.taobao.weex.common.WXModule;
import java.util.Map;

public class PayModule extends WXModule {
  @JSMethod
  public void pay(Map<String, Object> options) {}
}
