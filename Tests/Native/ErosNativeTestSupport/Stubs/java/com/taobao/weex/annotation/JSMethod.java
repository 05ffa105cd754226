package com.taobao.weex.annotation;

public @interface JSMethod {
    boolean uiThread() default true;

    String alias() default "_";
}
