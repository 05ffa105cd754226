package com.douban.rexxar;

public class Constants {
    public static String SCHEMA = "douban";
}
