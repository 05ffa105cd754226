package com.acme;

import com.douban.rexxar.Constants;
import com.douban.rexxar.view.RexxarWebView;
import com.taobao.weex.Calls;
import com.taobao.weex.InitConfig;

/** Calls everything that was generated into a package, as an app does at its start. */
public final class Host {
    public static void main(String[] arguments) throws ReflectiveOperationException {
        String prefix = arguments[0] + ".Eros";
        InitConfig.Builder builder = new InitConfig.Builder();
        Class.forName(prefix + "Registrant").getMethod("configure", InitConfig.Builder.class)
                .invoke(null, builder);
        printRefused(Class.forName(prefix + "Registrant").getMethod("registerAll").invoke(null));
        Class.forName(prefix + "RexxarRegistrant").getMethod("configure").invoke(null);
        Calls.record("scheme", Constants.SCHEMA);
        printRefused(Class.forName(prefix + "RexxarRegistrant").getMethod("attach", RexxarWebView.class)
                .invoke(null, new RexxarWebView()));
        Class.forName(prefix + "EmbedViewRegistrant").getMethod("registerAll").invoke(null);
    }

    private static void printRefused(Object names) {
        for (Object name : (Iterable<?>) names) {
            System.out.println("refused " + name);
        }
    }

    private Host() {
    }
}
