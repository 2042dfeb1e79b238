import type * as v2 from "@agentclientprotocol/sdk/experimental/v2";
import type * as v1 from "@agentclientprotocol/sdk/unstable";

/** The updates of a session, as version 1 tells them, in the words of the draft of version 2. */
export type DraftUpdates = (update: v1.SessionUpdate) => readonly v2.SessionUpdate[];

/** @param newId - for messages: version 1 does not name them, so chunks of a kind that follow each other are one. */
export function draftUpdates(newId: () => string): DraftUpdates {
  let last: { readonly kind: string; readonly messageId: string } | undefined;

  function messageId(kind: string): string {
    if (last?.kind !== kind) last = { kind, messageId: newId() };
    return last.messageId;
  }

  function chunkOf({ sessionUpdate, content }: v1.ContentChunk & { readonly sessionUpdate: string }) {
    return { messageId: messageId(sessionUpdate), content };
  }

  return (update) => {
    // What says nothing to a reader does not end a message.
    if (update.sessionUpdate.startsWith("tool_call")) last = undefined;
    switch (update.sessionUpdate) {
      case "user_message_chunk":
        return [{ sessionUpdate: "user_message_chunk", ...chunkOf(update) }];
      case "agent_message_chunk":
        return [{ sessionUpdate: "agent_message_chunk", ...chunkOf(update) }];
      case "agent_thought_chunk":
        return [{ sessionUpdate: "agent_thought_chunk", ...chunkOf(update) }];
      case "tool_call":
      case "tool_call_update":
        return [{ sessionUpdate: "tool_call_update", ...draftCall(update) }];
      case "plan":
        return [
          { sessionUpdate: "plan_update", plan: { type: "items", planId: "todo", entries: update.entries } },
        ];
      case "config_option_update":
        return [{ sessionUpdate: "config_option_update", configOptions: draftOptions(update.configOptions) }];
      case "available_commands_update":
        return [
          {
            sessionUpdate: "available_commands_update",
            availableCommands: draftCommands(update.availableCommands),
          },
        ];
      case "usage_update":
      case "session_info_update":
      case "notice":
      case "compaction_update":
        return [update];
      default:
        return []; // the mode is an option there
    }
  };
}

type Call = Omit<v1.ToolCallUpdate, "toolCallId"> & { readonly toolCallId: string };

export function draftCall({
  toolCallId,
  title,
  name,
  kind,
  status,
  locations,
  rawInput,
  content,
}: Call): v2.ToolCallUpdate {
  return {
    toolCallId,
    ...(title === undefined ? {} : { title }),
    ...(name === undefined ? {} : { name }),
    ...(kind === undefined ? {} : { kind }),
    ...(status === undefined ? {} : { status }),
    ...(locations === undefined ? {} : { locations }),
    ...(rawInput === undefined ? {} : { rawInput }),
    ...(content ? { content: content.flatMap(draftContent) } : {}),
  };
}

/** A patch of a part of a file could not be applied: it is shown as text beside the change. */
function draftContent(part: v1.ToolCallContent): readonly v2.ToolCallContent[] {
  if (part.type !== "diff") return [part];
  const { path, oldText, newText } = part;
  const added = prefixed("+", newText);
  if (oldText === null || oldText === undefined) {
    const count = newText.split("\n").length - (newText.endsWith("\n") ? 1 : 0);
    const text = `--- /dev/null\n+++ b${path}\n@@ -0,0 +1,${count} @@\n${added}`;
    return [{ type: "diff", changes: [{ operation: "add", path }], patch: { format: "git_patch", text } }];
  }
  const text = `\`\`\`diff\n${prefixed("-", oldText)}${added}\`\`\``;
  return [
    { type: "diff", changes: [{ operation: "modify", path }] },
    { type: "content", content: { type: "text", text } },
  ];
}

function prefixed(sign: string, text: string): string {
  if (text === "") return "";
  const lines = text.replace(/\n$/, "").split("\n");
  const end = text.endsWith("\n") ? "" : "\\ No newline at end of file\n";
  return `${lines.map((line) => `${sign}${line}\n`).join("")}${end}`;
}

export function draftOptions(options: readonly v1.SessionConfigOption[] = []): v2.SessionConfigOption[] {
  return options.map(({ id, ...option }) => ({ ...option, configId: id }) as v2.SessionConfigOption);
}

function draftCommands(commands: readonly v1.AvailableCommand[]): v2.AvailableCommand[] {
  return commands.map(({ name, description, input }) => ({
    type: "command",
    name,
    description,
    ...(input ? { input: { type: "text", hint: input.hint } } : {}),
  }));
}
