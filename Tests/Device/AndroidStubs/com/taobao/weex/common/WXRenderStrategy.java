package com.taobao.weex.common;

public enum WXRenderStrategy {
  APPEND_ASYNC,
  APPEND_ONCE
}
