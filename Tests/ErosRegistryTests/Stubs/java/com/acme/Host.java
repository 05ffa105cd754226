package com.acme;

/** Calls everything that was generated, as an app does at its start. */
public final class Host {
    public static void main(String[] arguments) {
        com.acme.eros.ErosRegistrant.configure(new com.taobao.weex.InitConfig.Builder());
        for (String refused : com.acme.eros.ErosRegistrant.registerAll()) {
            System.out.println("refused " + refused);
        }
        com.acme.eros.ErosRexxarRegistrant.attach(new com.douban.rexxar.view.RexxarWebView());
        com.acme.eros.ErosEmbedViewRegistrant.registerAll();
    }

    private Host() {
    }
}
