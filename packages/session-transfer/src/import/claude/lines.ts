import { isJsonObject, type JsonObject } from "@skein/protocol";
import { branchTo, type Leaf } from "../branch.ts";
import type { JsonLine } from "../json-lines.ts";
import { objectIn, objectsIn, textIn } from "../loose.ts";

/**
 * The lines of the live branch, in the order of the file: the way from the last line to the root, over compactions too,
 * and with it what belongs to it although it hangs beside it. Of calls made at once, each result hangs at its own call,
 * and only one of them leads on.
 */
export function liveLines(lines: readonly JsonLine[]): readonly JsonLine[] {
  const leaves = lines.map(leafOf);
  const branch = branchTo(leaves.at(-1), leaves);
  const replies = new Set<string>();
  for (const [place, { value }] of lines.entries()) {
    const id = messageIdOf(value);
    if (id !== undefined && branch.has(leaves[place]?.id ?? "")) replies.add(id);
  }
  const isLive = (value: JsonObject, leaf: Leaf | undefined): boolean =>
    branch.has(leaf?.id ?? "") || replies.has(messageIdOf(value) ?? "");

  const calls = new Set<string>();
  for (const [place, { value }] of lines.entries())
    if (isLive(value, leaves[place])) for (const id of idsOf(value, "tool_use", "id")) calls.add(id);
  return lines.filter(
    ({ value }, place) =>
      isLive(value, leaves[place]) || idsOf(value, "tool_result", "tool_use_id").some((id) => calls.has(id)),
  );
}

/** Whether a line is part of the conversation, and not a remark about it (a title, a queue, a mode). */
export function isInTree({ value }: JsonLine): boolean {
  return textIn(value["uuid"]) !== undefined;
}

function leafOf({ line, value }: JsonLine): Leaf {
  const id = textIn(value["uuid"]) ?? `line ${line}`;
  return { id, parent: textIn(value["parentUuid"]) ?? textIn(value["logicalParentUuid"]) };
}

/** A reply is written as several lines, one for each block, with one message id. */
export function messageIdOf(value: JsonObject): string | undefined {
  return value["type"] === "assistant" ? textIn(objectIn(value["message"])["id"]) : undefined;
}

function idsOf(value: JsonObject, type: string, field: string): string[] {
  const content = isJsonObject(value["message"]) ? value["message"]["content"] : undefined;
  return objectsIn(content).flatMap((block) => (block["type"] === type ? (textIn(block[field]) ?? []) : []));
}
