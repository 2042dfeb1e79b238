/** A defect that stood in a release or nearly did, planted again: the package's own tests must notice. */
export interface NamedMutant {
  /** What is broken. */
  readonly name: string;
  /** Relative to the root of the repository, in `packages/`. */
  readonly file: string;
  /** Stands exactly once in the file. */
  readonly find: string;
  readonly replace: string;
}

export const namedMutants: readonly NamedMutant[] = [
  {
    name: "a stranger's tool inherits the rule that allows github__push",
    file: "packages/permissions/src/rules/covers-call.ts",
    find: `return tool === name && !tool.includes("__");`,
    replace: `return tool === name;`,
  },
  {
    name: "a stream forgets what it has given out, and misses tokens that begin before the cut",
    file: "packages/redaction/src/redacting-stream.ts",
    find: `Math.min(given, tokensFrom - lookBehindLength, blocksFrom)`,
    replace: `Math.min(given, tokensFrom, blocksFrom)`,
  },
  {
    name: "what is remembered is the call as it was asked, not as it ran after an edit",
    file: "packages/agent/src/calls/authorize-tool-call.ts",
    find: `gateRequestOf(valid, parts.cwd)`,
    replace: `gateRequestOf(asked, parts.cwd)`,
  },
  {
    name: "a tool that knows its outcome is unknown is believed to have been recovered",
    file: "packages/agent/src/loop/recover-session.ts",
    find: `isFailure(outcome) && outcome.kind === "unknown-outcome"`,
    replace: `isFailure(outcome) && false`,
  },
  {
    name: "what a call had reserved is never given back",
    file: "packages/agent/src/requests/call-meter.ts",
    find: `for (const settle of settling) settle();`,
    replace: `void settling;`,
  },
  {
    name: "a reply's draft is due again with every few bytes of a long reply",
    file: "packages/agent/src/replies/reply-draft.ts",
    find: `fresh === 0 || fresh * 8 < saved ||`,
    replace: `fresh === 0 ||`,
  },
  {
    name: "empty replies are counted over the whole run",
    file: "packages/agent/src/loop/run-loop.ts",
    find: `if (!isEmpty(reply.content)) emptyReplies = 0;`,
    replace: ``,
  },
  {
    name: "the compaction's threshold leaves no place for the reply",
    file: "packages/compaction/src/create-compaction.ts",
    find: `const fits = Math.max(window * 0.5, window - output);\n      const threshold`,
    replace: `const fits = window;\n      const threshold`,
  },
  {
    name: "the last message of the user is not counted",
    file: "packages/compaction/src/tokens/used.ts",
    find: `return messageTokens({ role: "user", content: entry.content, from: entry.from });`,
    replace: `return 0;`,
  },
  {
    name: "a second refusal for the length does not step further down",
    file: "packages/compaction/src/create-compaction.ts",
    find: `const step = Math.min(overflows, 6);`,
    replace: `const step = 1;`,
  },
  {
    name: "the watchdog counts the time that a slow reader takes",
    file: "packages/provider-kit/src/with-watchdog.ts",
    find: `const leftMs = fail ? since + limitMs - monotonicMs() : limitMs;`,
    replace: `const leftMs = since + limitMs - monotonicMs();`,
  },
  {
    name: "a blob is handed out although its bytes are not those of its hash",
    file: "packages/sessions/src/store.ts",
    find: `if (bytes && sha256(bytes) !== hash)`,
    replace: `if (bytes && sha256(bytes) === "")`,
  },
];
