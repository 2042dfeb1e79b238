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
  {
    name: "a call that fails its precheck never releases its file",
    file: "packages/agent/src/calls/execute-tool-calls.ts",
    find: `claim.release();\n    return { call, failure: precheck };`,
    replace: `return { call, failure: precheck };`,
  },
  {
    name: "a call that an app was asked for is permitted although a rule denies it by then",
    file: "packages/agent/src/calls/execute-tool-calls.ts",
    find: `now.verdict === "ask" && frontendCallIn(before) !== undefined`,
    replace: `frontendCallIn(before) !== undefined`,
  },
  {
    name: "an input that was approved is not decided again before it runs",
    file: "packages/agent/src/calls/authorize-tool-call.ts",
    find: `if (again.verdict === "deny") return deny(`,
    replace: `if (again.verdict !== again.verdict) return deny(`,
  },
  {
    name: "the timeout of a call runs while a person answers",
    file: "packages/agent/src/calls/run-tool-call.ts",
    find: `if (held === 0) idle =`,
    replace: `idle =`,
  },
  {
    name: "the timeout of a call stays paused after an answer",
    file: "packages/agent/src/calls/run-tool-call.ts",
    find: `held--;\n        restart();`,
    replace: `restart();`,
  },
  {
    name: "a broken attempt that had started to answer is not charged",
    file: "packages/agent/src/requests/call-meter.ts",
    find: `unbilled === true && !attempt.hasStarted`,
    replace: `unbilled === true`,
  },
  {
    name: "no checkpoint is taken after an interrupted call",
    file: "packages/agent/src/calls/execute-tool-calls.ts",
    find: `checkpoint.length > 0 ? await`,
    replace: `checkpoint.length > 0 && !scope.signal.aborted ? await`,
  },
  {
    name: "an interrupted run takes no checkpoint at its end",
    file: "packages/agent/src/loop/start-run.ts",
    find: `if (checkpoints.taken) await`,
    replace: `if (checkpoints.taken && !stopper.signal.aborted) await`,
  },
  {
    name: "the failure of a model with fallbacks is not forgotten when it answers",
    file: "packages/provider-kit/src/with-fallback.ts",
    find: `delete place.failedAt;`,
    replace: ``,
  },
  {
    name: "an address in NO_PROXY covers addresses that end with it",
    file: "packages/provider-kit/src/transport/no-proxy.ts",
    find: `isIP(host) === 0 && host.endsWith`,
    replace: `host.endsWith`,
  },
  {
    name: "an interrupted thought has half a signature",
    file: "packages/provider-anthropic/src/reply/blocks.ts",
    find: `complete && signature !== ""`,
    replace: `signature !== ""`,
  },
];
