import { ConfigError } from "../errors/errors.ts";
import { efforts, type AttemptModel, type Effort } from "./models.ts";

/** What `undefined` is called where an effort is named: the vendor decides. */
const vendorsDefault = "default";

export function effortWord(effort: Effort | undefined): string {
  return effort ?? vendorsDefault;
}

/**
 * The effort that a word names, provided that the model may take it. Throws `ConfigError`, which says what it takes.
 *
 * @param wished - `default`, or nothing: what the vendor does when it is told nothing.
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

/** Those that a model may be given; none, where it does not reason. What is unknown may be tried. */
export function effortLevels({ effort }: Pick<AttemptModel, "effort">): readonly Effort[] {
  const { levels = efforts } = effort ?? {};
  return levels.some((level) => level !== "none") ? levels : [];
}
