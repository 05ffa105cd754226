package com.acme;

public final class ListView {
}
