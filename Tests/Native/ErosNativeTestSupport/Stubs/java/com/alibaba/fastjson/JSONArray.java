package com.alibaba.fastjson;

import java.util.ArrayList;

public class JSONArray extends ArrayList<Object> {
    private static final long serialVersionUID = 1;
}
