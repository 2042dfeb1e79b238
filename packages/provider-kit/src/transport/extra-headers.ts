// Headers of users, such as the key of a gateway. They are checked when the
// transport is opened, because Node's error for a bad header quotes its value.
import { ConfigError } from "@skein/protocol";

/**
 * Validates headers. Throws `ConfigError` `usage` for an invalid one; the
 * message does not contain its value.
 *
 * Source: RFC 9110, 5.1 (names) and 5.5 (values).
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
