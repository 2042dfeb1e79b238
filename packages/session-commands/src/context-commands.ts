import { costs } from "@skein/sessions";
import type { CommandScope, SessionCommand } from "./command.ts";
import type { CommandResult } from "./command-result.ts";
import { entriesOf, requireBegun } from "./entries-of.ts";
import { loadHostSessions, loadRuntimeContext } from "./later.ts";

/** What the model sees, and what that costs. */
export const contextCommands: readonly SessionCommand[] = [
  {
    name: "cost",
    description: "What the session has cost",
    run: async (_, scope) => ({ kind: "costs", costs: costs(await entriesOf(scope)) }),
  },
  {
    name: "context",
    description: "How much of the model's window the conversation fills, and with what",
    run: showContext,
  },
  {
    name: "cache",
    description: "What the vendor's cache had of it, and why not more",
    async run(_, scope) {
      const { cachedSession } = await loadHostSessions();
      const entries = await entriesOf(scope);
      return { kind: "cache", cache: await cachedSession(scope, entries) };
    },
  },
  {
    name: "compact",
    argument: { hint: "WHAT TO KEEP", isOptional: true },
    description: "Make the conversation shorter, now; say what must not get lost",
    when: "between-runs",
    run: compact,
  },
];

async function showContext(_: string, scope: CommandScope): Promise<CommandResult> {
  const { runtime, session: open } = scope;
  const settings = open.settings();
  const { session, cwd, provider, model, contextTokens } = settings;
  const { compaction, compactAt = 0.75, hints = [] } = settings;
  const { contextSizes } = await loadRuntimeContext();
  const { limits } = await runtime.model(provider, model, { contextTokens, cwd });
  const sizes = await contextSizes({
    entries: await entriesOf(scope),
    sent: await runtime.sessions.context(session),
    model: { provider, id: model, limits },
    compactAt: compaction === false ? undefined : compactAt,
    hints: hints.map(({ text }) => text.trim()),
  });
  return { kind: "context", sizes };
}

async function compact(wish: string, scope: CommandScope): Promise<CommandResult> {
  const { session, tell } = scope;
  const stopper = new AbortController();
  return session.alone(async () => {
    await requireBegun(scope, "compact");
    const report = await session.compact({
      wish: wish === "" ? undefined : wish,
      signal: stopper.signal,
      tell: (sentence) => tell?.(sentence, "info"),
    });
    return { kind: "compacted", report };
  }, stopper);
}
