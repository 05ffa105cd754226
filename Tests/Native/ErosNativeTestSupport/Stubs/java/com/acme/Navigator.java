package com.acme;

public final class Navigator {
}
