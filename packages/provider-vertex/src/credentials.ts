import { ConfigError, messageOf } from "@skein/protocol";
import { excerpt, fetchThrough, networkErrorOf, openTransport } from "@skein/provider-kit";
import type { Transport } from "@skein/provider-kit";
import { credentialsVariable, providerId } from "./names.ts";
import type { VertexSettings } from "./settings.ts";
import { loadGoogleAuth } from "./later.ts";

export interface Credentials {
  /** What one request has to carry; a token that expires is renewed. Throws `ConfigError` `missing-key`. */
  readonly headers: () => Promise<Readonly<Record<string, string>>>;
  /** Of a service account, or the one that a user's requests are counted on. */
  readonly project: string | undefined;
}

/** Finds the credentials. Throws `ConfigError` `missing-key`. A file is enough: nothing is asked of the network. */
export async function credentialsOf(settings: VertexSettings): Promise<Credentials> {
  const { accessToken, credentialsFile, env = process.env } = settings;
  if (accessToken) {
    return { headers: async () => ({ authorization: `Bearer ${await accessToken()}` }), project: undefined };
  }
  const keyFilename = credentialsFile?.trim() || env[credentialsVariable]?.trim();
  const { send, proxy } = await wayToSignIn(settings);
  const { BaseExternalAccountClient, GoogleAuth } = await loadGoogleAuth();
  try {
    const auth = new GoogleAuth({
      scopes: "https://www.googleapis.com/auth/cloud-platform",
      // Tokens are asked for on the same way as replies.
      clientOptions: { transporterOptions: { fetchImplementation: fetchThrough(send) } },
      ...(keyFilename ? { keyFilename } : {}),
    });
    const client = await auth.getClient();
    // An account elsewhere gets its tokens through a transport that the library makes for itself.
    const onTheWay = client instanceof BaseExternalAccountClient ? undefined : proxy;
    const project = client.projectId ?? client.quotaProjectId ?? undefined;
    return {
      project,
      async headers() {
        try {
          // With the project that a user's own requests are counted on.
          return Object.fromEntries(await client.getRequestHeaders());
        } catch (error) {
          const host = "Google's sign-in";
          throw networkErrorOf({ provider: providerId, error, host, proxy: onTheWay }) ?? refused(error);
        }
      },
    };
  } catch (error) {
    throw noCredentials(error, keyFilename);
  }
}

/**
 * Tokens go through the same proxy as replies. They are not written down, since they are all that the answer holds, and
 * a certificate is shown to the endpoint alone.
 */
function wayToSignIn({ proxy, ca, fetch: own, env }: VertexSettings): Promise<Transport> {
  const url = new URL("https://oauth2.googleapis.com");
  return openTransport({ provider: providerId, url, settings: { proxy, ca, fetch: own, env } });
}

function noCredentials(error: unknown, file: string | undefined): ConfigError {
  const where = file ? ` in ${file}` : "";
  const message = `There are no Google Cloud credentials for ${providerId}${where}: ${excerpt(messageOf(error))}`;
  return new ConfigError("missing-key", message, { cause: error, hint });
}

function refused(error: unknown): ConfigError {
  const message = `Google Cloud gave no token for ${providerId}: ${excerpt(messageOf(error))}`;
  return new ConfigError("missing-key", message, { cause: error, hint });
}

const hint = `Run \`gcloud auth application-default login\`, or set ${credentialsVariable} to the file of a service account.`;
