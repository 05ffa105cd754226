package com.acme;

public final class RowDom {
}
