import { ConfigError } from "@skein/protocol";

/** `--params`, as typed. Throws `ConfigError`, also for a key that comes twice: only one of its values could count. */
export function readParams(params: readonly string[]): Readonly<Record<string, string>> {
  const pairs = params.map((text) => {
    const end = text.indexOf("=");
    if (end > 0) return [text.slice(0, end).trim(), text.slice(end + 1)] as const;
    throw new ConfigError("usage", `--params cannot be ${JSON.stringify(text)}.`, {
      hint: "Write it as KEY=VALUE: --params city=Oslo",
    });
  });
  const twice = pairs.find(([key], index) => pairs.findIndex(([other]) => other === key) < index);
  if (twice) {
    throw new ConfigError("usage", `--params ${twice[0]} is given twice.`, {
      hint: "Give each parameter one value.",
    });
  }
  return Object.fromEntries(pairs);
}
