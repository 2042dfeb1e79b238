import { callTitle, type CallItem } from "@skein/session-view";

/** What a call is started with, as far as it is known. */
export function inputOf(call: Pick<CallItem, "runInput" | "input">): CallItem["input"] {
  return call.runInput ?? call.input;
}

/** The tool and what it is about, in a line. Foreign text. */
export function titleOf(call: CallItem): string {
  const tool = call.tool ?? "Tool call";
  const input = inputOf(call);
  if (input === undefined) return tool;
  const command = commandOf(input);
  return command === undefined ? callTitle(tool, input) : `$ ${command.split("\n", 1)[0]}`;
}

/** The command of a call that runs one. */
export function commandOf(input: CallItem["input"]): string | undefined {
  if (typeof input !== "object" || input === null || !("command" in input)) return undefined;
  return typeof input["command"] === "string" ? input["command"] : undefined;
}
