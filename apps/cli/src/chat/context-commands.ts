import { ConfigError } from "@skein/protocol";
import { costs } from "@skein/runtime";
import { compactionLines, compactionReport } from "../context/compacted-words.ts";
import { collectEntries } from "./collect-entries.ts";
import type { CommandScope, SlashCommand } from "./slash-command.ts";

/** What the model sees, and what that costs. */
export const contextCommands: readonly SlashCommand[] = [
  {
    name: "context",
    description: "How much of the model's window the conversation fills, and with what",
    run: showContext,
  },
  { name: "cache", description: "What the vendor's cache had of it, and why not more", run: showCache },
  {
    name: "compact",
    argument: "[WHAT TO KEEP]",
    description: "Make the conversation shorter, now; say what must not get lost",
    needsIdle: true,
    run: compact,
  },
];

async function showContext(_: string, { chat, runtime, view }: CommandScope): Promise<void> {
  const {
    session,
    provider,
    model,
    contextTokens,
    compaction,
    compactAt = 0.75,
    hints = [],
  } = chat.state().settings;
  const { contextSizes } = await import("@skein/runtime/context");
  const { contextLines } = await import("../context/context-lines.ts");
  const { limits } = await runtime.model(provider, model, { contextTokens });
  const sizes = await contextSizes({
    entries: await collectEntries(runtime.sessions.entries(session)),
    sent: await runtime.sessions.context(session),
    model: { provider, id: model, limits },
    compactAt: compaction === false ? undefined : compactAt,
    hints: hints.map(({ text }) => text.trim()),
  });
  const empty = sizes.used === 0 ? ["Empty: no model has been asked yet."] : [];
  view.say([...empty, ...contextLines(sizes)].join("\n"));
}

async function showCache(_: string, { chat, runtime, view }: CommandScope): Promise<void> {
  const entries = await collectEntries(runtime.sessions.entries(chat.state().settings.session));
  const { cachedSession } = await import("../context/cached-session.ts");
  const { cacheText } = await import("../context/cache-lines.ts");
  const width = Math.max(40, (process.stdout.columns ?? 80) - 2);
  view.say(cacheText(await cachedSession(entries), width, new Date()).trimEnd());
}

async function compact(wish: string, { chat, runtime, view }: CommandScope): Promise<void> {
  const { session } = chat.state().settings;
  if (!chat.state().hasBegun) {
    throw new ConfigError("usage", "There is nothing to compact: nothing was said yet.");
  }
  const stopper = new AbortController();
  const { signal } = stopper;
  await chat.alone(async () => {
    const { agent } = await chat.prepare();
    const before = (await collectEntries(runtime.sessions.entries(session))).at(-1)?.seq ?? 0;
    const compacted = await agent
      .compact({ signal, tell: (sentence) => view.say(sentence), ...(wish === "" ? {} : { wish }) })
      .catch((error: unknown) => {
        if (!signal.aborted) throw error;
        return { changed: false, notices: ["Interrupted: the conversation stays as it was."] };
      });
    const entries = await collectEntries(runtime.sessions.entries(session));
    const written = entries.filter(({ seq }) => seq > before);
    const { requests, usage, costUsd, hasUnknownCost } = costs(written);
    if (requests > 0) chat.spend(usage, hasUnknownCost ? undefined : costUsd);
    view.say(compactionLines(compactionReport(compacted, written)).join("\n"));
  }, stopper);
}
