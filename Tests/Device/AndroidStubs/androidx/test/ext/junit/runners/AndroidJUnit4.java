package androidx.test.ext.junit.runners;

import org.junit.runners.BlockJUnit4ClassRunner;
import org.junit.runners.model.InitializationError;

public final class AndroidJUnit4 extends BlockJUnit4ClassRunner {
  public AndroidJUnit4(Class<?> test) throws InitializationError {
    super(test);
  }
}
