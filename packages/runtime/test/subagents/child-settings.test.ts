import { expect, it } from "vitest";
import type { AgentSettings } from "../../src/index.ts";
import { childSettings } from "../../src/subagents/child-settings.ts";

const other = { provider: "p", model: "other" };

const parent: AgentSettings = {
  provider: "p",
  model: "m",
  mode: "approve",
  cwd: "/work",
  interaction: "chat",
  builtins: ["developer", "web"],
  limits: { maxTurns: 9, maxRepetitions: 3 },
  options: { effort: "low" },
};
const inherited = {
  fallback: [other],
  summariser: other,
  judge: other,
  auxiliaryIdleMs: 5,
  restricted: true,
  hintNames: ["NOTES.md"],
  contextTokens: 5000,
  toolBudget: { tools: 2, tokens: 3 },
  compactAt: 0.5,
  compaction: "truncate",
  sandbox: { mode: "require", hosts: ["example.com"] },
  onCrash: "stop",
  loginPath: "off",
  launcher: "off",
  checkpoints: "required",
  commandVariables: ["SHOP_REGION"],
  webSearch: { engine: { id: "e" }, url: "https://example.com" },
} as unknown as Partial<AgentSettings>;
const own = {
  namer: other,
  planner: other,
  lead: other,
  leadTurns: 2,
  outputStyle: { name: "s", text: "t", keepsTone: false },
  jobs: "keep",
  proposesMemories: true,
  maxCostUsd: 1,
} as unknown as Partial<AgentSettings>;

it("a subagent gets the settings that the table passes on, and no others", async () => {
  const spec = { session: "s", name: "n", instructions: "Work", maxTurns: 5, depth: 1, callId: "c" };
  const child = await childSettings({ ...parent, ...inherited, ...own }, spec as never);
  expect(child).toMatchObject(inherited);
  expect(child).toMatchObject({ options: { effort: "low" }, limits: { maxTurns: 5, maxRepetitions: 3 } });
  for (const field of Object.keys(own)) expect(child).not.toHaveProperty(field);
});
