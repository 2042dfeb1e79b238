import { ConfigError } from "@skein/protocol";
import { isServiceUrl, settingFields } from "@skein/settings";
import { keyProblem, type ConfigureAnswers } from "@skein/command-line/configure";

/** Throws `ConfigError` for what could not be used later. A key is never in its message. */
export function checkAnswers({ provider, model, mode, baseUrl, key }: ConfigureAnswers): void {
  for (const [flag, value, field] of [
    ["--provider", provider, settingFields.provider],
    ["--model", model, settingFields.model],
    ["--mode", mode, settingFields.mode],
  ] as const) {
    const parsed = value === undefined ? undefined : field.parse(value);
    if (parsed && "fix" in parsed)
      throw new ConfigError("usage", `${flag} cannot be ${JSON.stringify(value)}.`, { hint: parsed.fix });
  }
  if (baseUrl !== undefined && baseUrl !== "" && !isServiceUrl(baseUrl)) {
    throw new ConfigError("usage", "--base-url is not a valid http or https address.", {
      hint: "Give something like https://example.com, without user name and password.",
    });
  }
  const problem = key === undefined ? undefined : keyProblem(key);
  if (problem !== undefined)
    throw new ConfigError("usage", problem, { hint: "Copy the complete key again, without anything else." });
}
