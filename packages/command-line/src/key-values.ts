import { ConfigError } from "@skein/protocol";

/**
 * A flag that is repeated with `KEY=VALUE`, as typed. Throws `ConfigError`, also for a key that comes twice: only one of its
 * values could count.
 */
export function keyValues(flag: string, texts: readonly string[]): Readonly<Record<string, string>> {
  const pairs = texts.map((text) => {
    const end = text.indexOf("=");
    if (end > 0) return [text.slice(0, end).trim(), text.slice(end + 1)] as const;
    throw new ConfigError("usage", `--${flag} cannot be ${JSON.stringify(text)}.`, {
      hint: `Write it as KEY=VALUE: --${flag} city=Oslo`,
    });
  });
  const twice = pairs.find(([key], index) => pairs.findIndex(([other]) => other === key) < index);
  if (twice) {
    throw new ConfigError("usage", `--${flag} ${twice[0]} is given twice.`, {
      hint: "Give each parameter one value.",
    });
  }
  return Object.fromEntries(pairs);
}
