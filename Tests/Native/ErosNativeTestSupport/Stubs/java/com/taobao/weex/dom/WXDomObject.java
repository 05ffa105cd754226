package com.taobao.weex.dom;

public class WXDomObject {
}
