import { isJsonObject, type JsonValue } from "@skein/protocol";

/** What a call that starts a subagent says of it, in the words of the model. Foreign text, not yet clean. */
export interface SubagentCall {
  /** The agent or the recipe that it names. */
  readonly name: string | undefined;
  /** The first line of its task. */
  readonly task: string;
  readonly isBackground: boolean;
}

/** Recognised by its fields, whoever made the tool. */
export function subagentCall(input: JsonValue): SubagentCall | undefined {
  if (!isJsonObject(input)) return undefined;
  const { agent, subrecipe, instructions, background } = input;
  const name = [agent, subrecipe].find((one) => typeof one === "string");
  if (typeof instructions !== "string" && typeof subrecipe !== "string") return undefined;
  const [task = ""] = typeof instructions === "string" ? instructions.trim().split("\n", 1) : [];
  return { name: typeof name === "string" ? name : undefined, task, isBackground: background === true };
}

/** `reviewer: look at the difference` */
export function subagentTitle({ name, task, isBackground }: SubagentCall): string {
  const words = [name, task].filter((part) => part !== undefined && part !== "").join(": ");
  return isBackground ? `${words} (in the background)` : words;
}
