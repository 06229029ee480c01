import java.lang.reflect.Field;
import java.util.Arrays;

/**
 * Runs Amazon's DynamoDB Local at one address: `java -cp … OnLoopback.java <address> <options of DynamoDB Local>`. By
 * itself it listens at every address of the machine, asks for no credentials, and has no option against that. It ends
 * without listening when it cannot be bound to the address.
 */
class OnLoopback {
  /** The class that reads the options: that of version 3, and that of earlier ones. */
  private static final String[] RUNNERS = {
    "software.amazon.dynamodb.services.local.main.ServerRunner",
    "com.amazonaws.services.dynamodbv2.local.main.ServerRunner",
  };

  public static void main(String[] arguments) {
    try {
      Object proxy = runner().getMethod("createServerFromCommandLineArgs", String[].class)
          .invoke(null, (Object) Arrays.copyOfRange(arguments, 1, arguments.length));
      bind(proxy, arguments[0]);
      proxy.getClass().getMethod("start").invoke(proxy);
      proxy.getClass().getMethod("join").invoke(proxy);
    } catch (Throwable error) {
      Throwable cause = error;
      while (cause.getCause() != null) cause = cause.getCause();
      System.err.println(cause);
      System.exit(1);
    }
  }

  private static Class<?> runner() throws ClassNotFoundException {
    for (String name : RUNNERS) {
      try {
        return Class.forName(name);
      } catch (ClassNotFoundException ignored) {
        // the next one
      }
    }
    throw new ClassNotFoundException("this version of DynamoDB Local has no known ServerRunner");
  }

  /** The web server inside, Jetty, has a setting for its address. */
  private static void bind(Object proxy, String address) throws ReflectiveOperationException {
    for (Field field : proxy.getClass().getDeclaredFields()) {
      if (!field.getType().getName().equals("org.eclipse.jetty.server.Server")) continue;
      field.setAccessible(true);
      Object server = field.get(proxy);
      Object[] connectors = (Object[]) server.getClass().getMethod("getConnectors").invoke(server);
      for (Object connector : connectors) {
        connector.getClass().getMethod("setHost", String.class).invoke(connector, address);
      }
      if (connectors.length > 0) return;
    }
    throw new NoSuchFieldException("this version of DynamoDB Local cannot be bound to " + address);
  }
}
