package com.taobao.weex.ui.action;

public class BasicComponentData<T> {
}
