import { ConfigError, messageOf } from "@skein/protocol";
import { excerpt, networkErrorOf } from "@skein/provider-kit";
import type { AwsFiles } from "./aws-files.ts";
import { keyVariable, providerId } from "./names.ts";
import type { AwsKeys, BedrockSettings } from "./settings.ts";
import { loadCredentialProvider } from "./later.ts";

/** Gives the keys for one request; those that expire are renewed. Throws `ConfigError` `missing-key`. */
export type KeySource = () => Promise<AwsKeys>;

/**
 * What was given, then the environment, then the rest of AWS's chain. As in AWS's own libraries, a profile that is
 * named wins over keys in the environment.
 */
export async function keySource(
  { credentials }: BedrockSettings,
  env: Readonly<Record<string, string | undefined>>,
  files: AwsFiles,
): Promise<KeySource> {
  if (credentials)
    return typeof credentials === "function" ? credentials : () => Promise.resolve(credentials);
  const fromEnv = files.profile === undefined ? environmentKeys(env) : undefined;
  if (fromEnv) return () => Promise.resolve(fromEnv);
  const { defaultProvider } = await loadCredentialProvider();
  const chain = defaultProvider({ ...files, logger: silent });
  return async () => {
    try {
      return await chain();
    } catch (error) {
      throw networkErrorOf({ provider: providerId, error, host: "AWS's sign-in" }) ?? noKeys(error, files);
    }
  };
}

function environmentKeys(env: Readonly<Record<string, string | undefined>>): AwsKeys | undefined {
  const [accessKeyId = "", secretAccessKey = "", sessionToken = ""] = [
    "AWS_ACCESS_KEY_ID",
    "AWS_SECRET_ACCESS_KEY",
    "AWS_SESSION_TOKEN",
  ].map((name) => env[name]?.trim());
  if (accessKeyId === "" || secretAccessKey === "") return undefined;
  return { accessKeyId, secretAccessKey, ...(sessionToken === "" ? {} : { sessionToken }) };
}

function noKeys(error: unknown, { profile }: AwsFiles): ConfigError {
  const where = profile === undefined ? "" : ` in the profile "${excerpt(profile)}"`;
  const message = `There are no AWS credentials for ${providerId}${where}: ${excerpt(messageOf(error))}`;
  return new ConfigError("missing-key", message, {
    cause: error,
    hint:
      `Set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, or AWS_PROFILE (after \`aws sso login\` where it signs on), ` +
      `or ${keyVariable} to a key of Bedrock's own.`,
  });
}

/** The library writes warnings on the console. */
const silent = {
  debug: () => undefined,
  info: () => undefined,
  warn: () => undefined,
  error: () => undefined,
};
