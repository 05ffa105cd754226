package com.taobao.weex.common;

public class WXException extends Exception {
    private static final long serialVersionUID = 1;

    public WXException(String message) {
        super(message);
    }
}
