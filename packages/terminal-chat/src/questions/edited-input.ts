import { isJsonObject, messageOf, type JsonValue } from "@skein/protocol";
import { callInput } from "../calls/call-input.ts";

/** What a person edits instead of the input: of a command the command itself, of anything else JSON. */
export function editableText(input: JsonValue): string {
  const call = callInput(input);
  return call.kind === "command" ? call.command : JSON.stringify(input, undefined, 2);
}

/** The input that the edited text stands for, or a sentence that says what is wrong with it. */
export function editedInput(
  input: JsonValue,
  text: string,
): { readonly input: JsonValue } | { readonly problem: string } {
  if (callInput(input).kind === "command" && isJsonObject(input)) {
    if (text.trim() === "") return { problem: "There is no command left." };
    return { input: { ...input, command: text } };
  }
  try {
    return { input: JSON.parse(text) as JsonValue };
  } catch (error) {
    return { problem: `This is not JSON: ${messageOf(error)}` };
  }
}
