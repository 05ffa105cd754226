package com.alibaba.fastjson;

import java.util.HashMap;

public class JSONObject extends HashMap<String, Object> {
    private static final long serialVersionUID = 1;
}
