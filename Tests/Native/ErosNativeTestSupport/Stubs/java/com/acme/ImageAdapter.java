package com.acme;

public final class ImageAdapter {
}
