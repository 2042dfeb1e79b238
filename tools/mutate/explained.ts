/** A mutant that no test can kill or that none should, and why. */
export interface Explanation {
  /** Relative to the root of the repository. */
  readonly file: string;
  /** The line as it stands in the file, without the space around it; the first one, of a mutant of several lines. */
  readonly line: string;
  /** Stryker's name of the mutator, such as `ConditionalExpression`. */
  readonly mutator: string;
  /** What the mutant puts there; with all its replacements at this line explained when left out. */
  readonly replacement?: string;
  readonly reason: string;
}

/** Where sessions wait for the disk: file, line, mutator, replacement. */
const flushes: readonly (readonly [string, string, string, string?])[] = [
  ["jsonl/blob-files.ts", "writePrivateFile(fresh, bytes, true);", "BooleanLiteral", "false"],
  ["jsonl/blob-files.ts", "syncFolder(folder);", "CallExpression", ";"],
  ["jsonl/blob-files.ts", "if (existsSync(folder)) syncFolder(folder);", "ConditionalExpression", "false"],
  ["jsonl/append-lines.ts", "syncFolder(folder);", "CallExpression", ";"],
  ["jsonl/append-lines.ts", "syncFolder(dirname(folder));", "CallExpression", ";"],
  ["jsonl/rewrite-lines.ts", "fsyncSync(descriptor);", "CallExpression", ";"],
  ["jsonl/rewrite-lines.ts", "syncFolder(dirname(path));", "CallExpression", ";"],
  ["removed-sessions.ts", "syncFolder(removed);", "CallExpression", ";"],
  ["removed-sessions.ts", "syncFolder(folder);", "CallExpression", ";"],
  ["sqlite/journal-file.ts", "syncFolder(dirname(dirname(path)));", "CallExpression", ";"],
  ["sync-folder.ts", "export function syncFolder(folder: string): void {", "BlockStatement", "{}"],
  ["sync-folder.ts", 'if (process.platform === "win32") return;', "ConditionalExpression", "true"],
  ["sync-folder.ts", 'if (process.platform === "win32") return;', "EqualityOperator"],
  ["sync-folder.ts", "try {", "BlockStatement", "{}"],
  ["sync-folder.ts", "fsyncSync(descriptor);", "CallExpression", ";"],
];

export const explanations: readonly Explanation[] = [
  {
    file: "packages/agent/src/replay/entry-keys.ts",
    line: 'const requestOf = (seq: number): string => requests.get(seq) ?? "an earlier request";',
    mutator: "StringLiteral",
    replacement: '""',
    reason: "Any text that is no request's key does: the same one stands in the keys of both journals.",
  },
  {
    file: "packages/agent/src/loop/check-work.ts",
    line: "const all: Entry[] = [];",
    mutator: "ArrayDeclaration",
    reason: "A text is no entry of any kind.",
  },
  {
    file: "packages/agent/src/context/model-context.ts",
    line: "let hashed: readonly Message[] = [];",
    mutator: "ArrayDeclaration",
    reason: "A text is not the first message, so that the hash starts over, with nothing before it.",
  },
  {
    file: "packages/agent/src/replay/replay-session.ts",
    line: "const replayed: ReplayedRequest[] = [];",
    mutator: "ArrayDeclaration",
    reason: "A text has neither a number nor a difference: it is not counted.",
  },
  {
    file: "packages/permissions/src/paths/reached-paths.ts",
    line: "const { tool, extension, effect, cwd, input, resources = [] } = request;",
    mutator: "ArrayDeclaration",
    replacement: '["Stryker was here"]',
    reason: "A resource without a scheme is no file.",
  },
  ...(["LogicalOperator", "ConditionalExpression"] as const).map((mutator) => ({
    file: "packages/permissions/src/rules/parse-rule.ts",
    line: "if (tool !== undefined && rest !== undefined)",
    mutator,
    reason: "The pattern gives both or neither.",
  })),
  {
    file: "packages/permissions/src/gate.ts",
    line: "const session: RememberedAnswer[] = [];",
    mutator: "ArrayDeclaration",
    replacement: '["Stryker was here"]',
    reason: "A text equals no answer.",
  },
  {
    file: "packages/permissions/src/child-gate.ts",
    line: 'await own.remember(request, "session");',
    mutator: "StringLiteral",
    replacement: '""',
    reason: "The child's own gate has no store: each scope is the session.",
  },
  {
    file: "packages/permissions/src/remembered.ts",
    line: "? Object.fromEntries(Object.entries(part).toSorted(([one], [other]) => (one < other ? -1 : 1)))",
    mutator: "EqualityOperator",
    reason: "Names of fields differ, and either order is the same one for both inputs.",
  },
  {
    file: "packages/provider-kit/src/waits/retry-after.ts",
    line: 'const ms = headers.get("retry-after-ms") ?? "";',
    mutator: "StringLiteral",
    replacement: '"Stryker was here!"',
    reason: "Any text that is no number will do.",
  },
  {
    file: "packages/provider-kit/src/waits/retry-after.ts",
    line: 'const header = headers.get("retry-after") ?? "";',
    mutator: "StringLiteral",
    replacement: '"Stryker was here!"',
    reason: "Any text that is neither a number nor a date will do.",
  },
  {
    file: "packages/provider-kit/src/with-watchdog.ts",
    line: 'signal.addEventListener("abort", onAbort, { once: true });',
    mutator: "ObjectLiteral",
    replacement: "{}",
    reason: "A signal is aborted once, and the listener is removed at the end.",
  },
  {
    file: "packages/provider-kit/src/with-watchdog.ts",
    line: 'signal.addEventListener("abort", onAbort, { once: true });',
    mutator: "BooleanLiteral",
    replacement: "false",
    reason: "A signal is aborted once, and the listener is removed at the end.",
  },
  {
    file: "packages/provider-kit/src/with-watchdog.ts",
    line: "if (leftMs <= 0) stop(stalled(model, limitMs, heard));",
    mutator: "EqualityOperator",
    replacement: "leftMs < 0",
    reason: "The same a moment later.",
  },
  {
    file: "packages/sessions/src/jsonl/blob-files.ts",
    line: "if (!existsSync(folder)) return [];",
    mutator: "ArrayDeclaration",
    reason: "What has no hash for its name is no blob, and is passed over.",
  },
  {
    file: "packages/redaction/src/redacting-stream.ts",
    line: "lookAgainAt = held < rescanThreshold ? 0 : given + held * 1.25;",
    mutator: "ConditionalExpression",
    replacement: "true",
    reason: "Text that is held back is only looked at more often, which takes time and changes nothing.",
  },
  {
    file: "packages/redaction/src/redacting-stream.ts",
    line: "lookAgainAt = held < rescanThreshold ? 0 : given + held * 1.25;",
    mutator: "EqualityOperator",
    replacement: "held <= rescanThreshold",
    reason: "Text that is held back is only looked at more often, which takes time and changes nothing.",
  },
  {
    file: "packages/redaction/src/redacting-stream.ts",
    line: "lookAgainAt = held < rescanThreshold ? 0 : given + held * 1.25;",
    mutator: "ArithmeticOperator",
    replacement: "given - held * 1.25",
    reason: "Text that is held back is only looked at more often, which takes time and changes nothing.",
  },
  {
    file: "packages/redaction/src/needle-index.ts",
    line: "for (let length = 1; length < shortestNeedle; length++) beginnings.add(head.slice(0, length));",
    mutator: "EqualityOperator",
    replacement: "length <= shortestNeedle",
    reason: "Only shorter ones are looked for.",
  },
  {
    file: "packages/redaction/src/needle-index.ts",
    line: "for (let start = Math.max(from, text.length - longest + 1); start < text.length; start++) {",
    mutator: "EqualityOperator",
    replacement: "start <= text.length",
    reason: "Nothing is the beginning of no needle.",
  },
  {
    file: "packages/redaction/src/tokens-in-run.ts",
    line: "for (let at = start; at < end; at++) {",
    mutator: "EqualityOperator",
    replacement: "at <= end",
    reason: "No token begins where the run has ended.",
  },
  {
    file: "packages/compaction/src/tokens/estimate.ts",
    line: "if (lastText.text !== system) Object.assign(lastText, { text: system, tokens: textTokens(system) });",
    mutator: "ConditionalExpression",
    replacement: "true",
    reason: "Counted again, it comes out the same.",
  },
  {
    file: "packages/compaction/src/tokens/estimate.ts",
    line: 'const lastText = { text: "", tokens: 0 };',
    mutator: "ObjectLiteral",
    replacement: "{}",
    reason: "The first text is counted then, also one without words.",
  },
  {
    file: "packages/compaction/src/tokens/estimate.ts",
    line: 'const lastText = { text: "", tokens: 0 };',
    mutator: "StringLiteral",
    replacement: '"Stryker was here!"',
    reason: "The first text is counted then, also one without words.",
  },
  {
    file: "packages/compaction/src/tokens/estimate.ts",
    line: "if (known !== undefined) return known;",
    mutator: "ConditionalExpression",
    replacement: "false",
    reason: "Counted again, it comes out the same.",
  },
  {
    file: "packages/compaction/src/summary/landmarks.ts",
    line: "if (known) return known;",
    mutator: "ConditionalExpression",
    replacement: "false",
    reason: "Read again, an entry mentions the same.",
  },
  {
    file: "packages/compaction/src/tokens/used.ts",
    line: "if (entry.seq <= request) break;",
    mutator: "EqualityOperator",
    replacement: "entry.seq < request",
    reason: "The entry with the number of a request is the request, and is no part of the conversation.",
  },
  {
    file: "packages/compaction/src/recall/recall-tool.ts",
    line: "const entries: Entry[] = [];",
    mutator: "ArrayDeclaration",
    replacement: '["Stryker was here"]',
    reason: "A text is no entry that says anything.",
  },
  {
    file: "packages/compaction/src/recall/passage.ts",
    line: "const lines: Line[] = [];",
    mutator: "ArrayDeclaration",
    replacement: '["Stryker was here"]',
    reason: "A text has no place and no terms: it is near nothing and counts for nothing.",
  },
  ...[
    'files.takeLease(requestOf(session, "removal", workMs)); // removed with the session',
    'const request = requestOf(session, "scrub", workMs);',
  ].map((line) => ({
    file: "packages/sessions/src/store.ts",
    line,
    mutator: "StringLiteral",
    replacement: '""',
    reason: "No one is told who holds a lease that is released in the same tick.",
  })),
  ...flushes.map(([name, line, mutator, replacement]) => ({
    file: `packages/sessions/src/${name}`,
    line,
    mutator,
    ...(replacement !== undefined && { replacement }),
    reason: "Whether bytes are on the disk shows only when the power goes.",
  })),
];
