package com.taobao.weex;

/** Records which adapters it was given. */
public final class InitConfig {
    public static final class Builder {
        public Builder setImgAdapter(Object adapter) {
            Calls.record("setImgAdapter", adapter.getClass().getName());
            return this;
        }

        public Builder setURIAdapter(Object adapter) {
            Calls.record("setURIAdapter", adapter.getClass().getName());
            return this;
        }
    }

    private InitConfig() {
    }
}
