import { ConfigError } from "@skein/protocol";

/** `--params`, as typed: the last value of a name counts. Throws `ConfigError`. */
export function readParams(params: readonly string[]): Readonly<Record<string, string>> {
  const pairs = params.map((text) => {
    const end = text.indexOf("=");
    if (end > 0) return [text.slice(0, end).trim(), text.slice(end + 1)] as const;
    throw new ConfigError("usage", `--params cannot be ${JSON.stringify(text)}.`, {
      hint: "Write it as KEY=VALUE: --params city=Oslo",
    });
  });
  return Object.fromEntries(pairs);
}
