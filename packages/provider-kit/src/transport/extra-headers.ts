import { ConfigError } from "@skein/protocol";

/** The same headers. Throws `ConfigError` `usage` for one that HTTP cannot carry; its value is not in the message. */
export function extraHeaders(
  provider: string,
  headers: Readonly<Record<string, string>> = {},
): Readonly<Record<string, string>> {
  for (const [name, value] of Object.entries(headers)) {
    const isName = /^[!#$%&'*+.^_`|~\w-]+$/.test(name);
    if (isName && /^[\t\x20-\x7e\x80-\xff]*$/.test(value)) continue;
    const what = isName ? `The value of the header ${name}` : `${JSON.stringify(name)}, as a header's name,`;
    throw new ConfigError("usage", `${what} has characters that no header of ${provider} can carry.`, {
      hint: "Correct it under headers: names are letters, digits and -, values one line of plain text.",
    });
  }
  return headers;
}
