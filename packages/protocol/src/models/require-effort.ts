import { ConfigError } from "../errors/errors.ts";
import { efforts, type AttemptModel, type Effort } from "./models.ts";

/** Word for an effort that is not set: the vendor decides. */
const vendorsDefault = "default";

/** Formats an effort for people. `undefined`: `default`. */
export function effortWord(effort: Effort | undefined): string {
  return effort ?? vendorsDefault;
}

/**
 * Parses an effort and checks that the model may take it.
 *
 * Throws `ConfigError` `usage` with a hint that lists what the model takes. A
 * model with unknown levels takes every effort.
 *
 * @param wished - text of the user. `default` or undefined: no effort is sent.
 * @returns the effort, or undefined for the vendor's default.
 */
export function requireEffort(
  model: Pick<AttemptModel, "provider" | "id" | "effort">,
  wished: string | undefined,
): Effort | undefined {
  if (wished === undefined || wished === vendorsDefault) return undefined;
  const effort = efforts.find((one) => one === wished);
  const known = effortLevels(model);
  if (effort !== undefined && known.includes(effort)) return effort;
  const name = `${model.provider}/${model.id}`;
  if (effort !== undefined && known.length === 0)
    throw new ConfigError("usage", `${name} has no reasoning effort.`, {
      hint: "Choose another model first.",
    });
  const taken = `It takes ${[...known, vendorsDefault].join(", ")}.`;
  throw new ConfigError("usage", `${name} has no effort ${JSON.stringify(wished)}.`, { hint: taken });
}

/**
 * Lists the efforts that a model may be given. Empty if the model does not
 * reason. All of them if its levels are unknown: they may be tried.
 */
export function effortLevels({ effort }: Pick<AttemptModel, "effort">): readonly Effort[] {
  const { levels = efforts } = effort ?? {};
  return levels.some((level) => level !== "none") ? levels : [];
}
