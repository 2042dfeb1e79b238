import type { JsonObject } from "../../../packages/protocol/src/index.ts";
import { factKinds, factOf, type Fact, type FactKind, type Wording } from "./facts.ts";
import type { Project } from "./project.ts";

/** A call of the model, and what its tool will answer. */
export interface PlannedCall {
  readonly tool: "shell" | "read" | "edit" | "search" | "todo" | "load_skill";
  readonly input: JsonObject;
  /** Absent for `todo`, which is the real one. */
  readonly output?: string;
  readonly failed?: boolean;
}

/** A reply of the model. */
interface Step {
  readonly said: string;
  readonly calls: readonly PlannedCall[];
}

/** What the user asks, and the replies until it is done. */
export interface Errand {
  readonly user: string;
  readonly steps: readonly Step[];
  /** Planted in it. A plan is said in full each time: the last list is what counts. */
  readonly facts: readonly Fact[];
}

/** Of each stretch of so many errands, one fact of every kind that can be said again and again. */
const usual = factKinds.filter((kind) => kind !== "plan" && kind !== "pinned part");
const mostItems = 8;
const skills = 3;

/** A long session of coding, errand by errand; without an end. */
export function* errands(project: Project, wording: Wording): Generator<Errand, never> {
  const plan: { readonly fact: Fact; state: "open" | "doing" | "done" }[] = [];
  for (let count = 0; ; count++) {
    const kinds: FactKind[] = usual.filter((_, index) => index % 3 === count % 3);
    if (count < skills) kinds.push("pinned part");
    if (count < mostItems) kinds.push("plan");
    const facts = kinds.map((kind) => factOf(project, kind, wording));
    const added = facts.filter(({ place }) => place === "todo");
    plan.push(...added.map((fact) => ({ fact, state: "open" as const })));
    const todo = added.length > 0 || count % 4 === 0 ? [todoStep(plan, count)] : [];
    const planted = facts.filter(({ place }) => place !== "user" && place !== "todo");
    const steps = Array.from({ length: project.whole(4, 8) }, (_, at) => stepOf(project, count * 10 + at));
    for (const fact of planted) plant(project, steps, fact);
    const told = facts.filter(({ place }) => place === "user");
    yield { user: request(project, told), steps: [...todo, ...steps], facts };
  }
}

function todoStep(plan: { readonly fact: Fact; state: "open" | "doing" | "done" }[], count: number): Step {
  for (const [index, item] of plan.entries()) item.state = index < count / 6 - 1 ? "done" : item.state;
  const items = plan.map(({ fact, state }) => ({ text: fact.text, state }));
  return { said: "I bring the list up to date.", calls: [{ tool: "todo", input: { items } }] };
}

const asks = [
  (module: string, topic: string) => `Now look at the ${topic} of the ${module}.`,
  (module: string, topic: string) => `Why are the ${topic} in the ${module} so slow? Find out.`,
  (module: string) => `The tests of the ${module} fail on my machine. Can you have a look?`,
  (module: string, topic: string) => `Clean up the ${module}, above all the ${topic}.`,
];

function request(project: Project, told: readonly Fact[]): string {
  const ask = project.pick(asks)(project.pick(project.modules), project.pick(project.topics));
  const lines = [ask, ...told.map(({ text }) => text)];
  // What was pasted stands in front of what is said about it, or in the middle.
  if (project.whole(1, 8) === 1)
    lines.splice(1, 0, `This is what I got:\n${logLines(project, 40).join("\n")}`);
  return lines.join(project.whole(0, 1) === 0 ? " " : "\n");
}

/** Puts a fact where it belongs: in what was said, in the middle of some output, in the input of an edit. */
function plant(project: Project, steps: Step[], { place, text }: Fact): void {
  const at = project.whole(0, steps.length - 1);
  const step = steps[at]!;
  switch (place) {
    case "assistant":
      steps[at] = { ...step, said: `${step.said} ${text}` };
      return;
    case "output": {
      const [first, ...others] = step.calls;
      const lines = (first?.output ?? "").split("\n");
      lines.splice(project.whole(0, lines.length), 0, text);
      steps[at] = { ...step, calls: [{ ...first!, output: lines.join("\n") }, ...others] };
      return;
    }
    case "edit": {
      const file = `${project.pathOf(project.pick(project.modules))}/${project.hex(3)}.ts`;
      const before = codeLines(project, 2).join("\n");
      const input = { path: file, before, after: [...codeLines(project, 3), text].join("\n") };
      const edit: PlannedCall = { tool: "edit", input, output: `Edited ${file}.` };
      steps.splice(at, 0, { said: "", calls: [edit] });
      return;
    }
    case "skill": {
      const head = codeLines(project, 12).map((line) => `- ${line}`);
      const skill = [`# How we work`, ...head, text, ...codeLines(project, 6)].join("\n");
      const name = `guide-${project.hex(3)}`;
      steps.splice(at, 0, { said: "", calls: [{ tool: "load_skill", input: { name }, output: skill }] });
      return;
    }
    default:
  }
}

function stepOf(project: Project, count: number): Step {
  const module = project.pick(project.modules);
  const topic = project.pick(project.topics);
  const folder = project.pathOf(module);
  const file = `${folder}/${project.pick(["index", "rows", "queue", "model", "format"])}.ts`;
  const sorts: readonly (() => PlannedCall)[] = [
    () => ({
      tool: "read",
      input: { path: file, from: count },
      output: codeLines(project, project.whole(30, 160)).join("\n"),
    }),
    () => ({
      tool: "shell",
      input: { command: `vitest run ${folder} --seed ${count}` },
      output: testLines(project, project.whole(15, 70)).join("\n"),
    }),
    () => ({
      tool: "shell",
      input: { command: `journalctl -u ${module.replace(" ", "-")} -n ${count}` },
      output: logLines(project, project.whole(20, 90)).join("\n"),
    }),
    () => ({
      tool: "search",
      input: { pattern: topic.split(" ").at(-1)!, path: folder, page: count },
      output: Array.from(
        { length: project.whole(10, 60) },
        () =>
          `${project.pathOf(project.pick(project.modules))}/${project.hex(3)}.ts:${project.whole(1, 500)}:${codeLines(project, 1)[0]!}`,
      ).join("\n"),
    }),
    () => ({
      tool: "shell",
      input: { command: `npm run build --workspace ${folder} # ${count}` },
      output: `${logLines(project, 6).join("\n")}\nerror: the build of the ${module} stopped\nexit code 1`,
      failed: true,
    }),
  ];
  const calls = Array.from({ length: project.whole(1, 2) }, () => project.pick(sorts)());
  const said = project.pick([
    `I look at the ${topic} of the ${module}.`,
    `The ${module} handles ${topic} in ${file}; I read on.`,
    `I run the tests of the ${module} again.`,
    "",
  ]);
  return { said, calls };
}

function codeLines(project: Project, count: number): readonly string[] {
  return Array.from({ length: count }, () => {
    const topic = project.pick(project.topics);
    const module = project.pick(project.modules);
    return project.pick([
      `  const rows = await read(${project.whole(1, 900)}, "${module}");`,
      `  // ${topic} of the ${module} are handled by the caller`,
      `  if (row.state === "${project.hex(3)}") throw new RangeError("the ${module} has no ${topic}");`,
      `  for (const item of list.slice(${project.whole(0, 30)})) yield item;`,
      "}",
      `export const default${project.hex(2)} = { timeoutMs: ${project.whole(1, 90)}00, batch: ${project.whole(1, 99)} };`,
    ]);
  });
}

function testLines(project: Project, count: number): readonly string[] {
  return Array.from({ length: count }, () => {
    const module = project.pick(project.modules);
    const topic = project.pick(project.topics);
    return ` ${project.pick(["✓", "✓", "✓", "×"])} ${project.pathOf(module)} > the ${module} > ${topic} ${project.whole(1, 40)} (${project.whole(1, 90)} ms)`;
  });
}

function logLines(project: Project, count: number): readonly string[] {
  return Array.from({ length: count }, (_, line) => {
    const module = project.pick(project.modules);
    const what = project.pick([
      "started",
      "request took",
      "retry after",
      "read the configuration in",
      "unlocked after",
    ]);
    return `2026-03-${String((line % 27) + 1).padStart(2, "0")} ${project.pick(["INFO", "WARN", "DEBUG"])} ${module}: ${what} ${project.whole(1, 90)} ms ${project.pick(project.topics)}`;
  });
}
