import { secretStore, type SecretStore } from "@skein/settings";
import type { Machine } from "../machine.ts";
import { systemKeyring } from "./system-keyring.ts";

/** Where this user's keys are kept besides the environment: the system's keyring, else a file. */
export function keptSecrets({ env, directories }: Machine): SecretStore {
  // A way past the keyring, for machines where asking it is no good.
  return secretStore(env["SKEIN_NO_KEYRING"] ? { directories } : { directories, openKeyring: systemKeyring });
}
