import { ConfigError } from "@skein/protocol";

/**
 * Validates headers. Throws `ConfigError` `usage` for an invalid one; the message does not contain its value.
 */
export function extraHeaders(
  provider: string,
  headers: Readonly<Record<string, string>> = {},
): Readonly<Record<string, string>> {
  for (const [name, value] of Object.entries(headers)) {
    const isName = /^[!#$%&'*+.^_`|~\w-]+$/.test(name);
    if (isName && /^[\t\x20-\x7e\x80-\xff]*$/.test(value)) continue;
    const what = isName ? `The value of the header ${name}` : `${JSON.stringify(name)}, as a header's name,`;
    throw new ConfigError("usage", `${what} of ${provider} has characters that are invalid in a header.`, {
      hint: "Fix it under headers: names are letters, digits and -, values one line of plain text.",
    });
  }
  return headers;
}
