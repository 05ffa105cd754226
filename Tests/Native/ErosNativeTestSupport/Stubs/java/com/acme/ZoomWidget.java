package com.acme;

public final class ZoomWidget {
}
