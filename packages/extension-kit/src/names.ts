// Names. Vendors accept letters, digits, `_` and `-`; a provider could rename
// tools, but then permission rules and the user would see other names than the
// model.

import { ConfigError } from "@skein/protocol";

/** Names that every model vendor accepts. */
const legalName = /^[A-Za-z0-9_-]{1,64}$/;

/**
 * Checks a name. Throws `ConfigError` `usage`.
 *
 * @param kind - kind of thing, for the message.
 */
export function requireName(kind: "tool" | "prompt" | "extension", name: string): void {
  if (legalName.test(name)) return;
  throw new ConfigError(
    "usage",
    `"${name}" cannot be the name of ${kind === "extension" ? "an extension" : `a ${kind}`}.`,
    {
      hint: "Use 1 to 64 of these: letters, digits, _ and -.",
    },
  );
}
