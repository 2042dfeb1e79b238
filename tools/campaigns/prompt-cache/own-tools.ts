import { defineExtension } from "../../../packages/extension-kit/src/index.ts";
import type { Extension, Tool } from "../../../packages/protocol/src/index.ts";

function tool(name: string, call: Tool["call"]): Tool {
  return {
    name,
    description: `Does ${name}.`,
    inputSchema: { type: "object" },
    effect: "reads",
    repeat: "safe",
    check: (input) => ({ ok: true, value: input }),
    call,
  };
}

const said = (text: string) => ({ content: [{ type: "text", text }] }) as const;

/** Two subagents: one that the call waits for, and one in the background, whose report comes later. */
export const delegate = tool("delegate", async (_, { children, callId }) => {
  const usage = { input: 10, output: 5 };
  const waited = await children!.start({ session: `waited-${callId}`, rights: {} });
  waited.end({ usage });
  const later = await children!.start({ session: `later-${callId}`, rights: {}, background: true });
  later.end({ usage, message: `The subagent of ${callId} is done: it read three files.` });
  return said("One subagent found two files. Another one works in the background.");
});

/** Does to the session whatever is next. */
export function changeTool(next: () => Promise<void>): Tool {
  return tool("change", async () => {
    await next();
    return said("It is changed.");
  });
}

/** An extension whose tools change while a session lasts. */
export function changingExtension(): { readonly extension: Extension; offer(...names: string[]): void } {
  const listeners = new Set<() => void>();
  const own = (name: string) => tool(name, () => Promise.resolve(said("Done.")));
  let offered = [own("small"), own("writing")];
  return {
    extension: {
      ...defineExtension({ name: "changing", tools: [] }),
      tools: () => Promise.resolve(offered),
      onChange(listener) {
        listeners.add(listener);
        return () => void listeners.delete(listener);
      },
      close: () => Promise.resolve(),
    },
    offer(...names) {
      offered = names.map(own);
      for (const listener of listeners) listener();
    },
  };
}
