package io.dcloud.feature.uniapp.annotation;

public @interface UniJSMethod {
    boolean uiThread() default true;

    String alias() default "_";
}
