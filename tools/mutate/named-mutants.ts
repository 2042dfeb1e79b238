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
    find: `if (held === 0 && !isOver) idle =`,
    replace: `if (!isOver) idle =`,
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
  {
    name: "a remembered answer silences an ask rule on guarded files",
    file: "packages/permissions/src/judge/judge-call.ts",
    find: `isGuarded: true, isFirm: restriction !== undefined`,
    replace: `isGuarded: true, isFirm: false`,
  },
  {
    name: "in plan mode a harmless command outside the sandbox is asked about instead of denied",
    file: "packages/permissions/src/judge/judge-call.ts",
    find: `mode === "plan" &&\n    call.outside === undefined &&`,
    replace: `mode === "plan" &&`,
  },
  {
    name: "accept_edits allows a write whose resources are not all paths",
    file: "packages/permissions/src/judge/judge-call.ts",
    find: `if (isEdit && paths.length === request.resources?.length)`,
    replace: `if (isEdit)`,
  },
  {
    name: "input redirections are not checked by allow rules",
    file: "packages/permissions/src/rules/allow-call.ts",
    find: `const redirections = segment.redirections.filter(({ writes }) => !writes);`,
    replace: `const redirections: typeof segment.redirections = [];`,
  },
  {
    name: "rules of an answer apply to another extension's tool",
    file: "packages/permissions/src/remembered.ts",
    find: `one.tool === tool && one.extension === extension && one.call`,
    replace: `one.tool === tool && extension !== "" && one.call`,
  },
  {
    name: "a rule that allows reading allows what may write",
    file: "packages/permissions/src/rules/allow-call.ts",
    find: `return access === "reads" ? "reads" : "writes";`,
    replace: `return access === "writes" ? "writes" : "reads";`,
  },
  {
    name: "a rule for paths allows a call whose resources are not all paths",
    file: "packages/permissions/src/rules/allow-call.ts",
    find: `if (paths.length < Math.max(1, request.resources?.length ?? 0)) return undefined;`,
    replace: `if (paths.length < 1) return undefined;`,
  },
  {
    name: "a rule that asks about a command has no say outside the sandbox",
    file: "packages/permissions/src/rules/outside-sandbox.ts",
    find: `speaksOfOutside || verdict !== "allow"`,
    replace: `speaksOfOutside || verdict === "deny"`,
  },
  {
    name: "outside the sandbox a deep search goes with an allowed command",
    file: "packages/permissions/src/judge/judge-segments.ts",
    find: `unknown === undefined && trees.length === 0 && paths`,
    replace: `unknown === undefined && trees !== undefined && paths`,
  },
  {
    name: "a link from a readable folder leads a tool anywhere",
    file: "packages/permissions/src/judge/question-outside.ts",
    find: `one.places.every(mayRead)`,
    replace: `one.places.some(mayRead)`,
  },
  {
    name: "a link from a readable folder leads a command anywhere",
    file: "packages/permissions/src/judge/reading-problem.ts",
    find: `!one.places.every(mayRead)`,
    replace: `!one.places.some(mayRead)`,
  },
  {
    name: "a rule lets redirections write in plan mode",
    file: "packages/permissions/src/judge/writing-problem.ts",
    find: `return mode !== "plan" && ruleForPath`,
    replace: `return ruleForPath`,
  },
  {
    name: "a locked-out address may redeem a login link",
    file: "packages/server-access/src/listen/serve-guarded.ts",
    find: `const secret = isBlocked ? undefined : credentials.redeem(code);`,
    replace: `const secret = credentials.redeem(code);`,
  },
  {
    name: "a paused schedule resumes its interrupted slot",
    file: "packages/schedules/src/run-round.ts",
    find: `else if (schedule.pausedAt === undefined && room() > 0)`,
    replace: `else if (room() > 0)`,
  },
  {
    name: "trimmed slots run again after the clock is set back",
    file: "packages/schedules/src/run-round.ts",
    find: `plannedTo = Math.max(now, trimmedTo);`,
    replace: `plannedTo = now; void trimmedTo;`,
  },
  {
    name: "a paused schedule plans slots",
    file: "packages/schedules/src/run-round.ts",
    find: `if (!isActive(schedule)) continue;`,
    replace: `if (schedule.removedAt !== undefined) continue;`,
  },
  {
    name: "a resumed slot gets another session",
    file: "packages/schedules/src/run-round.ts",
    find: `session: slot.session ?? request.newSession()`,
    replace: `session: request.newSession()`,
  },
  {
    name: "a daemon that lost a slot records its end",
    file: "packages/schedules/src/sqlite/sqlite-schedules.ts",
    find: `state = $was AND owner IS $who AND interruptions = $died`,
    replace: `state = $was AND $who IS $who AND interruptions = $died`,
  },
  {
    name: "setting the clock back removes what a person started",
    file: "packages/schedules/src/sqlite/sqlite-schedules.ts",
    find: `(state = 'planned' OR state = 'missed') AND cause = 'cron'`,
    replace: `(state = 'planned' OR state = 'missed')`,
  },
  {
    name: "a file rewritten to the same length while it is cleaned is overwritten",
    file: "packages/redaction/src/redact-file.ts",
    find: `now.size === before.size && now.ctimeMs === before.ctimeMs`,
    replace: `now.size === before.size`,
  },
  {
    name: "a file that is replaced while it is cleaned is overwritten",
    file: "packages/redaction/src/redact-file.ts",
    find: `isSameFile && now.size`,
    replace: `now.size`,
  },
  {
    name: "a fork of a subagent keeps its caller",
    file: "packages/sessions/src/copies/fork-session.ts",
    find: `const { child: _, ...start } = first;`,
    replace: `const { ...start } = first;`,
  },
  {
    name: "a server accepted under a new command keeps the old acceptance",
    file: "packages/extensions/src/pins/review-offer.ts",
    find: `const kept = pin?.source === source ? pin.tools : {};`,
    replace: `const kept = pin?.tools ?? {};`,
  },
  {
    name: "a question of an extension outlives its call and blocks the next one",
    file: "packages/agent/src/calls/run-tool-call.ts",
    find: `ended.abort(new Error("The call has ended."));`,
    replace: ``,
  },
  {
    name: "a question that was withdrawn in line is asked",
    file: "packages/agent/src/questions/questions.ts",
    find: `if (withdrawn.aborted) return declined;`,
    replace: ``,
  },
  {
    name: "a rule that denies a call answers its open question with a yes",
    file: "packages/agent/src/questions/questions.ts",
    find: `if (now?.verdict !== "allow") return;`,
    replace: `if (now === undefined || now.verdict === "ask") return;`,
  },
  {
    name: "a call runs before its approval is remembered",
    file: "packages/agent/src/calls/authorize-tool-call.ts",
    find: `await parts.gate.remember?.(`,
    replace: `void parts.gate.remember?.(`,
  },
  {
    name: "a reservation is released before its charge is in the journal",
    file: "packages/agent/src/requests/call-meter.ts",
    find: `await keep(charged, { reservedTokens: 0, ...(price ? { reservedUsd: 0 } : {}) });\n    release();`,
    replace: `release();\n    await keep(charged, { reservedTokens: 0, ...(price ? { reservedUsd: 0 } : {}) });`,
  },
  {
    name: "a fallback is charged at the price of the first model",
    file: "packages/agent/src/requests/call-meter.ts",
    find: `[price, isSwitched] = [event.price, true];`,
    replace: `isSwitched = true;`,
  },
  {
    name: "the calls beside one that ends the run are not stopped",
    file: "packages/agent/src/calls/execute-tool-calls.ts",
    find: `scope.stop(error); // ends the other calls too`,
    replace: ``,
  },
];
