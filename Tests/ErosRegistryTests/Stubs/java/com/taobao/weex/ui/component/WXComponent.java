package com.taobao.weex.ui.component;

public class WXComponent {
}
