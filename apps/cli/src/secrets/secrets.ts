import { directories, secretStore, type SecretStore } from "@skein/settings";
import { systemKeyring } from "./system-keyring.ts";

/** Where this user's keys are kept besides the environment. Throws `ConfigError` when there is no home folder. */
export function userSecrets(): SecretStore {
  const options = { directories: directories({ env: process.env }) };
  // A way past the keyring, for machines where asking it is no good.
  return secretStore(process.env["SKEIN_NO_KEYRING"] ? options : { ...options, openKeyring: systemKeyring });
}
