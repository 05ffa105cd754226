package com.acme;

public final class UriAdapter {
}
