package com.acme;

public final class MapView {
}
