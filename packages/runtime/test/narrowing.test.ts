import { createGate, pathGuard, permissionModes } from "@skein/permissions";
import type { Decision, Gate, GateRequest, Verdict } from "@skein/protocol";
import { checkProperty } from "@skein/property-tests";
import fc from "fast-check";
import { expect, it } from "vitest";
import type { AgentSources } from "../src/agent/agent-sources.ts";
import { authorityOf, type Authority } from "../src/agent/authority.ts";
import type { AgentSettings } from "../src/agent-settings.ts";
import type { Lineage } from "../src/subagents/lineage.ts";
import { narrowedSchedule } from "../src/schedules-tool/narrowed-schedule.ts";

const rank = (verdict: Verdict): number => ["allow", "ask", "deny"].indexOf(verdict);
const { signal } = new AbortController();
const cwd = "/home/me/project";
const guard = pathGuard({ home: "/home/me" });
const knowledge = { isPlainRepository: () => true };
const sources = {
  remembered: { load: async () => [], save: async () => undefined },
  guard,
  knowledge,
} as unknown as AgentSources;

const mode = fc.constantFrom(...permissionModes.map(({ name }) => name));
const rule = fc.record({
  tool: fc.constantFrom(
    "*",
    "shell",
    "developer__*",
    "shell(git *)",
    "shell(git push *)",
    "shell(sudo *)",
    "Bash(ls:*)",
    "outside(*)",
    "read(src/**)",
    "read(/home/me/**)",
    "edit(**)",
    "edit(.git/**)",
    "mcp(github__*)",
    "fetch(domain:example.com)",
    "github__push(branch:*)",
    "read",
    "write",
  ),
  verdict: fc.constantFrom<Verdict>("allow", "ask", "deny"),
});
const rules = fc.array(rule, { maxLength: 4 });
/** A subagent, or a recipe: its own settings, and what narrows them. */
const level = fc.record({
  mode,
  rules,
  narrow: fc.option(
    fc.record({ mode: fc.option(mode, { nil: undefined }), rules }, { requiredKeys: ["rules"] }),
    { nil: undefined },
  ),
});
const tree = fc.record({
  top: level,
  /** Each hangs below one that comes before it. */
  below: fc.array(fc.record({ level, parent: fc.nat(20) }), { minLength: 1, maxLength: 6 }),
  later: fc.array(fc.record({ who: fc.nat(20), mode }), { maxLength: 4 }),
  scheduler: fc.nat(20),
  wished: fc.constantFrom("auto" as const, "plan" as const, undefined),
});

const command = (text: string, more = {}): Partial<GateRequest> => ({ input: { command: text, ...more } });
const file = (tool: "read" | "write", path: string): Partial<GateRequest> => ({
  tool,
  effect: tool === "read" ? "reads" : "writes",
  input: { path },
  resources: [`file:${path}`],
});
const call = fc
  .constantFrom<Partial<GateRequest>>(
    ...["ls", "git status", "git push origin", "ls; git push", "sudo git push", "cat ../notes", "cat $x"].map(
      (text) => command(text),
    ),
    ...["bash -c 'git push'", "echo x > src/a", "rm -rf .git", "cat .env", "eval ls", "echo $(ls)"].map(
      (text) => command(text),
    ),
    command("npm install", { outside_sandbox: "It needs the network." }),
    ...[`${cwd}/src/a`, `${cwd}/.env`, "/home/me/notes", "/home/me/.ssh/key"].flatMap((path) => [
      file("read", path),
      file("write", path),
    ]),
    { tool: "push", extension: "github", effect: "unknown", input: { branch: "main" } },
    { tool: "fetch", extension: "fetch", effect: "unknown", input: { url: "https://example.com/" } },
    { tool: "subagent", extension: "subagents", effect: "reads", startsAgents: true, input: {} },
  )
  .map((changes): GateRequest => ({
    callId: "1",
    tool: "shell",
    extension: "developer",
    effect: "runs",
    input: {},
    cwd,
    ...changes,
  }));

const decide = async (gate: Gate, asked: GateRequest): Promise<Decision> => gate.decide(asked, signal);
/** Once a hook of the agent has answered `allow` wherever it may. What it makes of an input is a call like any other. */
const withHook = ({ verdict, isRoutine }: Decision): Verdict => (isRoutine === true ? "allow" : verdict);

it("no agent of a tree, with or without hooks, and no schedule of one, may do what an agent above it may not", async () => {
  await checkProperty(
    fc.asyncProperty(tree, call, async ({ top, below, later, scheduler, wished }, asked) => {
      const settings = (one: typeof top) => one as unknown as AgentSettings;
      const agents: Authority[] = [authorityOf(sources, settings(top), undefined)];
      const parents = [-1];
      for (const { level: own, parent } of below) {
        const at = parent % agents.length;
        const { gate, rights } = agents[at]!;
        parents.push(at);
        agents.push(
          authorityOf(sources, settings(own), { gate, rights, mode: gate.mode() } as unknown as Lineage),
        );
      }
      for (const { who, mode: next } of later) agents[who % agents.length]!.gate.setMode?.(next);
      const decisions = await Promise.all(agents.map(({ gate }) => decide(gate, asked)));
      const found = decisions.map(({ verdict }) => verdict);
      for (const verdicts of [found, decisions.map(withHook)]) {
        const isFreer = parents.some(
          (parent, at) => parent >= 0 && rank(verdicts[at]!) < rank(verdicts[parent]!),
        );
        expect(isFreer).toBe(false);
      }

      const adding = scheduler % agents.length;
      const schedule = scheduled(agents[adding]!, wished);
      if (!schedule) return;
      const gate = createGate({ ...knowledge, guard, mode: schedule.mode, rules: schedule.rules ?? [] });
      const { verdict } = await decide(gate, asked);
      // To look, a person who was asked for the schedule has agreed.
      const looking = createGate({ ...knowledge, guard, mode: "smart_approve" });
      const isLook = asked.effect === "reads" || (await decide(looking, asked)).verdict === "allow";
      const least = isLook && found[adding] === "ask" ? "allow" : found[adding]!;
      expect(rank(verdict)).toBeGreaterThanOrEqual(rank(least));
    }),
    { numRuns: 200 },
  );
});

function scheduled({ rights }: Authority, wished: "auto" | "plan" | undefined) {
  const wish = {
    name: "x",
    cron: "@daily",
    prompt: "y",
    mode: wished,
    tz: undefined,
    recipe: undefined,
    parameters: undefined,
    provider: undefined,
    model: undefined,
    max_minutes: undefined,
    max_cost_usd: undefined,
    max_turns: undefined,
  };
  const asking = { rights, provider: "p", model: "m", session: "s", cwd, tools: [] };
  const found = narrowedSchedule(wish, { kind: "prompt", text: "y" }, asking);
  return "schedule" in found ? found.schedule : undefined;
}
