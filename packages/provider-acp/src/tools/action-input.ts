import type { ToolCallContent, ToolCallUpdate } from "@agentclientprotocol/sdk";
import { isJsonObject, type JsonObject, type JsonValue } from "@skein/protocol";

/** A change that an agent wants to make, as it says. */
export interface AgentChange {
  readonly path: string;
  readonly before: string;
  readonly after: string;
}

/** What an agent says of an action that it asks permission for, as the input of our tool call. */
export function actionInput({ title, kind, locations, content, rawInput }: ToolCallUpdate): JsonObject {
  const raw = rawInput as JsonValue | undefined;
  const command = isJsonObject(raw) ? raw["command"] : undefined;
  const changes = changesIn(content ?? []);
  const paths = [...new Set([...(locations ?? []), ...changes].map(({ path }) => path))];
  return {
    title: title ?? kind ?? "Act",
    ...(paths[0] === undefined ? {} : { path: paths[0] }),
    ...(paths.length > 1 ? { paths } : {}),
    ...(command === undefined ? {} : { command: commandText(command) }),
    ...(changes.length === 0 ? {} : { changes: changes.map((change) => ({ ...change })) }),
    ...(raw === undefined || raw === null ? {} : { input: raw }),
  };
}

function commandText(command: JsonValue): string {
  if (typeof command === "string") return command;
  return Array.isArray(command) ? command.map(String).join(" ") : JSON.stringify(command);
}

function changesIn(content: readonly ToolCallContent[]): readonly AgentChange[] {
  return content.flatMap((part) =>
    part.type === "diff" ? [{ path: part.path, before: part.oldText ?? "", after: part.newText }] : [],
  );
}
