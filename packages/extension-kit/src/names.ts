import { ConfigError } from "@skein/protocol";

/** Tool names that every model vendor accepts. */
const legalName = /^[A-Za-z0-9_-]{1,64}$/;

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
