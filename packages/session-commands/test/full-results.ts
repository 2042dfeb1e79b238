import type { z } from "zod";
import type { commandResult } from "../src/results/index.ts";

type Result = z.infer<typeof commandResult>;

const at = 1_790_000_000_000;
const usage = {
  input: 10,
  output: 2,
  cacheRead: 3,
  cacheWrite: 4,
  prompt: 17,
  reasoning: 1,
  reportedUsd: 0.25,
};
const modes = [{ name: "approve", description: "Asks before each call" }];
const model = { provider: "openai", model: "first" };
const hunk = { number: 1, path: "a.txt", line: 3, added: 2, removed: 1, first: "+ x" };
const texts = ["one", "two"];
const diff = {
  run: "r1",
  files: [
    { path: "a.txt", change: "rewritten" as const, text: { added: 2, removed: 1, patch: "@@" } },
    { path: "b.bin", change: "created" as const, reason: "It is not a text." },
  ],
};
const cost = { requests: 2, usage, costUsd: 0.5, isEstimate: true as const, hasUnknownCost: false };
const problem = { path: "/p/a.md", line: 1, message: "No name", level: "error" as const };
const skill = {
  name: "paint",
  description: "Paints",
  path: "/p/paint/SKILL.md",
  folder: "/p/paint",
  from: "project" as const,
  isForUserOnly: false,
  isForModelOnly: true,
  allowedTools: texts,
  hasPrograms: true,
};
const subagent = {
  session: "s-2",
  label: "tests",
  depth: 1,
  isBackground: true,
  startedAt: at,
  turns: 2,
  usage,
  running: [{ tool: "shell", input: { command: "ls" } }],
};
const rates = { input: 1, output: 2, cacheRead: 0.1, cacheWrite: 1.25 };

/** Of each kind one with all that it can have. */
export const fullResults: { readonly [Kind in Result["kind"]]: Extract<Result, { readonly kind: Kind }> } = {
  "unknown-command": { kind: "unknown-command", name: "modle", guess: "model" },
  "must-wait": { kind: "must-wait", name: "compact" },
  model: { kind: "model", ...model },
  models: {
    kind: "models",
    current: model,
    provider: "openai",
    models: [
      {
        id: "first",
        name: "First",
        limits: { contextTokens: 200_000, outputTokens: 8_000, images: true, pdfs: false },
        price: { ...rates, tiers: [{ ...rates, aboveInputTokens: 200_000 }] },
      },
    ],
    others: texts,
  },
  effort: { kind: "effort", effort: "high" },
  efforts: { kind: "efforts", model: "first", current: "high", efforts: texts },
  modes: { kind: "modes", current: "approve", modes },
  permissions: {
    kind: "permissions",
    listed: {
      mode: "approve",
      modeFrom: "the default",
      rules: [{ decision: "allow", rule: "shell(ls *)", source: "user", reason: null }],
      remembered: [{ tool: "shell", input: { command: "ls" }, rules: texts, cwd: "/p" }],
    },
    current: "approve",
    modes,
  },
  mode: { kind: "mode", mode: "auto" },
  "output-styles": { kind: "output-styles", current: "brief", styles: modes },
  "output-style": { kind: "output-style", name: "brief" },
  costs: {
    kind: "costs",
    costs: {
      ...cost,
      models: [{ ...cost, ...model }],
      purposes: [{ ...cost, purpose: "turn" }],
      inherited: cost,
    },
  },
  diff: { kind: "diff", diff, hunks: [hunk] },
  "hunk-reverted": { kind: "hunk-reverted", reverted: hunk, hunks: [hunk] },
  context: {
    kind: "context",
    sizes: {
      used: 100,
      isMeasured: true,
      window: 1000,
      threshold: 800,
      sections: [{ name: "tools", tokens: 10, items: [{ name: "shell", tokens: 5 }] }],
      biggest: [{ seq: 4, what: "result", tokens: 50, text: "line 1" }],
      next: { hides: 2, shortens: 1, after: 40 },
    },
  },
  cache: {
    kind: "cache",
    cache: {
      requests: [
        {
          seq: 3,
          at,
          run: "r1",
          ...model,
          usage: { input: 10, cacheRead: 3, cacheWrite: 4 },
          total: 17,
          expected: 5,
          repeated: 5,
          missed: 2,
          readShare: 0.2,
          hitShare: 0.6,
          misses: [{ cause: "model", seq: 2, reason: "Another model answered." }],
          missedUsd: 0.01,
        },
      ],
      usage: { input: 10, cacheRead: 3, cacheWrite: 4 },
      readShare: 0.2,
      missed: 2,
      missedUsd: 0.01,
      savedUsd: 0.02,
      causes: [{ cause: "model", requests: 1, missed: 2, costUsd: 0.01 }],
    },
  },
  compacted: {
    kind: "compacted",
    report: {
      changed: true,
      notices: texts,
      hidden: 4,
      shortened: 1,
      requests: 1,
      usage,
      bySomeModel: true,
      costUsd: 0.1,
      isEstimate: true,
    },
  },
  rewound: {
    kind: "rewound",
    by: "undo",
    rewound: {
      to: 3,
      folders: [
        {
          root: "/p",
          changes: [{ path: "a.txt", type: "file", change: "blocked", reason: "It was changed since." }],
          kept: texts,
        },
      ],
      said: [{ type: "text", text: "Paint it" }],
      unkept: [{ path: "big.bin", reason: "It is too big." }],
    },
    text: "Paint it",
  },
  "rewind-points": { kind: "rewind-points", points: [{ text: "Paint", at, diff }] },
  "go-to": { kind: "go-to", how: "fork", session: "s-2", parent: "s-1", name: "heron", model },
  "go-on": { kind: "go-on" },
  send: { kind: "send", text: "Paint", when: "next", recipe: { word: "paint", leftOut: texts } },
  name: { kind: "name", name: "heron", isChanged: true },
  sessions: {
    kind: "sessions",
    sessions: [
      {
        session: "s-1",
        summary: {
          id: "s-1",
          name: "heron",
          cwd: "/p",
          parent: { session: "s-0", seq: 4 },
          child: { session: "s-9", callId: "c1" },
          worktree: { name: "w", branch: "skein/w", path: "/p-w", from: "abc" },
          recipe: "paint",
          recipeSource: { word: "paint", cwd: "/p", params: { times: "2" }, subRecipes: texts, hash: "ff" },
          startedAt: at,
          lastAt: at,
          firstText: "Paint",
          turns: 2,
          isRewound: false,
          state: "interrupted",
          ...model,
          effort: "high",
          costUsd: 0.5,
          hasUnknownCost: true,
        },
      },
      {
        session: "s-3",
        damaged: "Line 3 is torn.",
        cwd: "/p",
        child: { session: "s-9", callId: "c2" },
        lastAt: at,
      },
    ],
  },
  recipes: { kind: "recipes", recipes: [{ name: "paint", title: "Paint" }], notices: texts },
  declined: { kind: "declined" },
  agents: {
    kind: "agents",
    agents: [
      {
        name: "reviewer",
        description: "Reviews",
        path: "/p/reviewer.md",
        system: "You review.",
        ...model,
        temperature: 0.5,
        maxTurns: 3,
        maxTimeMs: 1000,
        extensions: texts,
        tools: texts,
        mode: "plan",
        rules: [{ tool: "shell", verdict: "deny" }],
        outputSchema: { type: "object" },
        worktree: true,
        recipe: { title: "Review" },
      },
    ],
    problems: [problem],
    usable: texts,
    untrusted: texts,
  },
  skills: { kind: "skills", skills: [skill], problems: [problem], untrusted: [skill] },
  subagents: { kind: "subagents", subagents: [subagent] },
  subagent: {
    kind: "subagent",
    session: "s-2",
    label: "tests",
    isAtWork: true,
    entries: [{ v: 1, seq: 1, at, run: null, kind: "notice", audience: "user", level: "info", text: "x" }],
  },
  cancelled: { kind: "cancelled", label: "tests", isEnding: true },
  "which-subagent": { kind: "which-subagent", argument: "t", found: 2, subagents: [subagent] },
  jobs: {
    kind: "jobs",
    jobs: [
      {
        id: "j1",
        command: "make",
        startedAt: at,
        kept: true,
        end: { by: "deadline", exitCode: 1, limit: "Its memory was used up." },
      },
    ],
    ended: { id: "j1", wasRunning: true },
  },
  background: { kind: "background", session: "s-2", end: 0 },
  shell: {
    kind: "shell",
    command: "ls",
    end: { how: { code: 0 }, output: "a.txt", isCut: false },
    durationMs: 12,
  },
  "remember-where": {
    kind: "remember-where",
    text: "Use tabs",
    places: [{ scope: "project", folder: "/p" }],
  },
  remembered: { kind: "remembered", file: "/p/notes.md", isOn: true },
  tools: { kind: "tools", tools: texts },
};
