import { join } from "node:path";
import { credentialLocations } from "@skein/protocol";

const ofSystem: readonly string[] = ["/etc/shadow", "/etc/gshadow", "/etc/ssh/ssh_host_rsa_key"].concat(
  ["ed25519", "ecdsa"].map((kind) => `/etc/ssh/ssh_host_${kind}_key`),
);

/** Where keys, tokens, passwords and browser profiles usually are: for `hidden` of a policy. */
export function credentialPaths(home: string): readonly string[] {
  return [...credentialLocations.map(({ path }) => join(home, path)), ...ofSystem];
}
