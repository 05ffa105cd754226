package com.acme;

public final class GeoAPI {
}
