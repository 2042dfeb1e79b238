// Rules for extensions. They call an extension as an agent would, through
// `callTool`, and never look inside. Most rules exist because an MCP server or
// a tool has broken a session in that way.

import assert from "node:assert/strict";
import {
  isFailure,
  type Extension,
  type JsonValue,
  type ToolContext,
  type ToolOutcome,
} from "@skein/protocol";
import { definitionProblems } from "../definitions/definition-problems.ts";
import { sampleInputs } from "./sample-inputs.ts";
import type { ConformanceRule, ConformanceSubject, ExampleCall } from "./subject.ts";

/**
 * UTF-8 bytes that results may have in these calls, and bytes that notes may
 * add.
 */
const [outputBytes, notes] = [4_096, 2_048];

/** Rule with a new subject for each run. */
interface Rule {
  readonly id: string;
  readonly title: string;
  readonly run: (subject: ConformanceSubject) => Promise<void>;
}

const rules: readonly Rule[] = [
  {
    // Vendors accept letters, digits, `_` and `-`, up to 64 characters.
    id: "names",
    title: "gives its tools names that every model vendor accepts, each once",
    async run({ extension }) {
      const names = (await extension.tools()).map(({ name }) => name);
      // The pattern is that of the strictest vendor.
      const refused = names.filter((name) => !/^[A-Za-z0-9_-]{1,64}$/.test(name));
      assert.deepEqual(refused, [], `These names are not accepted: ${refused.join(", ")}`);
      assert.equal(new Set(names).size, names.length, "Two tools have the same name.");
    },
  },
  {
    // Schemas are sent as JSON: functions, dates and undefined would be lost.
    id: "schemas",
    title: "describes an object as the input of each tool, in plain JSON",
    async run({ extension }) {
      for (const { name, inputSchema } of await extension.tools()) {
        assert.equal(inputSchema["type"], "object", `The input of "${name}" is not described as an object.`);
        // Compares with what a request would contain.
        const plain: unknown = JSON.parse(JSON.stringify(inputSchema));
        assert.deepEqual(plain, inputSchema, `The schema of "${name}" is not plain JSON.`);
      }
    },
  },
  {
    // Agents, servers and `skein doctor` ask at the same time.
    id: "same-tools",
    title: "lists the same tools every time, to all who ask at once",
    async run({ extension }) {
      const names = async () => (await extension.tools()).map(({ name }) => name);
      // Two at once, and then one more.
      const [first, second] = await Promise.all([names(), names()]);
      assert.deepEqual(second, first);
      assert.deepEqual(await names(), first);
      assert.deepEqual(extension.status(), { state: "ready" });
    },
  },
  {
    // A resumed session can call a tool before it has listed any.
    id: "works",
    title: "runs a call that matches, also when it comes first",
    async run({ extension, works }) {
      const outcome = await call(extension, works);
      assert.ok(!isFailure(outcome), `The call failed: ${JSON.stringify(outcome)}`);
    },
  },
  {
    // The model reads the names and tries again.
    id: "unknown-tool",
    title: "answers a call of a tool it does not have with the names of those it has",
    async run({ extension }) {
      const available = (await extension.tools()).map(({ name }) => name);
      const outcome = await call(extension, { tool: "no-such-tool", input: {} });
      assert.deepEqual(outcome, { kind: "unknown-tool", available });
    },
  },
  {
    // Without the reason, a model repeats the same call.
    id: "bad-input",
    title: "refuses an input that does not match before it runs, and says why",
    async run({ extension, misfits }) {
      const outcome = await call(extension, misfits);
      assert.ok("kind" in outcome && outcome.kind === "invalid-input", `It ran: ${JSON.stringify(outcome)}`);
      assert.equal(typeof outcome.issues[0], "string", "It does not say why.");
    },
  },
  {
    // Tools that only read are also called; others only validate.
    id: "never-throws",
    title: "never throws, whatever the input: reading tools also with samples that match their schemas",
    async run({ extension, misfits }) {
      // Inputs that models and attackers send instead of an object.
      const odd = [null, 7, "text", [], { __proto__: null }, JSON.parse('{"__proto__":{"x":1}}')];
      for (const input of odd as JsonValue[])
        for (const tool of [misfits.tool, "", "__proto__", "constructor"])
          await call(extension, { tool, input });
      // A tool that merges its input into an object without care changes all
      // objects of the process.
      assert.equal(({} as { x?: number }).x, undefined, "An input has changed Object.prototype.");
      for (const tool of await extension.tools()) {
        const { name, inputSchema, effect } = tool;
        for (const input of await sampleInputs(inputSchema)) {
          assert.doesNotThrow(() => tool.check(input), `The validation of "${name}" throws.`);
          const signal = AbortSignal.timeout(2_000);
          if (effect === "reads") await call(extension, { tool: name, input }, { signal });
        }
      }
    },
  },
  {
    // A user who interrupts does not wait.
    id: "abort",
    title: "ends a call that is aborted, soon and without throwing",
    async run({ extension, works, lasts }) {
      // Without a long call, only the time can be checked.
      const example = lasts ?? works;
      await extension.tools();
      // Starting the extension does not count.
      const startedAt = performance.now();
      // Aborted before it starts.
      await call(extension, example, { signal: AbortSignal.abort() });
      const outcome = await call(extension, example, { signal: AbortSignal.timeout(100) });
      const tookMs = performance.now() - startedAt;
      assert.ok(tookMs < 3_000, `It took ${Math.round(tookMs)} ms to end.`);
      if (!lasts) return;
      // The model must read that the call had started, so that it checks what
      // has changed.
      const isInterrupted = "kind" in outcome && outcome.kind === "interrupted" && outcome.started;
      assert.ok(isInterrupted, `It was not interrupted: ${JSON.stringify(outcome).slice(0, 500)}`);
    },
  },
  {
    // A result that is too long costs the conversation its context window.
    id: "bounded",
    title: "keeps its results within the bytes that a call allows",
    async run({ extension, works, isLong = works }) {
      const outcome = await call(extension, isLong, { outputBytes });
      // A failure counts as a whole, with its hint.
      const texts = isFailure(outcome) ? [JSON.stringify(outcome)] : outcome.content.map(partText);
      const bytes = texts.reduce((sum, text) => sum + Buffer.byteLength(text), 0);
      assert.ok(bytes <= outputBytes + notes, `The result has ${bytes} bytes of at most ${outputBytes}.`);
    },
  },
  {
    // Names are slash commands in chats.
    id: "prompts",
    title: "lists prompts by unique names, and refuses to fill those it does not have",
    async run({ extension: { prompts } }) {
      if (!prompts) return;
      const names = (await prompts.list()).map(({ name }) => name);
      assert.equal(new Set(names).size, names.length, "Two prompts have the same name.");
      await assert.rejects(prompts.get("no-such-prompt", {}), "It fills a prompt that it does not list.");
    },
  },
  {
    // A listed address that cannot be read is a dead link.
    id: "resources",
    title: "reads each resource that it lists, and rejects those it does not have",
    async run({ extension: { resources } }) {
      if (!resources) return;
      for (const { uri } of await resources.list()) {
        const contents = await resources.read(uri);
        assert.ok(contents.length > 0, `"${uri}" is listed, and has no content.`);
      }
      await assert.rejects(
        resources.read("no-such:///resource"),
        "It reads a resource that it does not list.",
      );
    },
  },
  {
    // Apps close extensions that they never used.
    id: "close",
    title: "may be closed twice, also before it was started, and then runs nothing",
    async run({ extension, works }) {
      // At once, and then again.
      await Promise.all([extension.close(), extension.close()]);
      await extension.close();
      assert.deepEqual(extension.status(), { state: "stopped" });
      const outcome = await call(extension, works);
      assert.ok(isFailure(outcome) && outcome.kind === "failed", `It ran: ${JSON.stringify(outcome)}`);
    },
  },
];

/**
 * Returns the rules that every extension must follow, for any test framework.
 * Run them one after another, not in parallel: one of them changes the clock of
 * the process.
 *
 * Each rule gets a new subject and closes its extension. A rule that does not
 * apply, such as `prompts` for an extension without prompts, passes.
 *
 * @param make - creates a new subject; called for each rule.
 *
 * @example
 * ```ts
 * const failed: string[] = [];
 * const make = (): ConformanceSubject => ({
 *   extension: defineExtension({ name: "empty" }),
 *   works: { tool: "look", input: {} },
 *   misfits: { tool: "look", input: 1 },
 * });
 * for (const { title, run } of conformanceRules(make)) await run().catch(() => failed.push(title));
 * ```
 */
export function conformanceRules(
  make: () => ConformanceSubject | Promise<ConformanceSubject>,
): readonly ConformanceRule[] {
  return [
    ...rules.map(({ id, title, run }) => ({
      id,
      title,
      async run() {
        const subject = await make();
        try {
          await run(subject);
        } finally {
          await subject.extension.close();
        }
      },
    })),
    {
      id: "definitions",
      title: "tells the model the same bytes at every start, on any day",
      async run() {
        const problems = await definitionProblems(async () => (await make()).extension);
        assert.deepEqual(problems, [], problems.join("\n"));
      },
    },
  ];
}

/**
 * Calls a tool as an agent would, and checks the form of the outcome.
 *
 * @param parts - parts of the context to replace, such as the signal.
 */
async function call(
  extension: Extension,
  { tool, input }: ExampleCall,
  parts: Partial<ToolContext> = {},
): Promise<ToolOutcome> {
  const outcome = await extension.callTool(tool, input, {
    session: "conformance",
    callId: "call",
    cwd: process.cwd(),
    signal: new AbortController().signal,
    progress: () => {},
    callFolder: undefined,
    state: { read: () => undefined, write: () => Promise.resolve() },
    ...parts,
  });
  const isOutcome = isFailure(outcome) ? typeof outcome.kind === "string" : Array.isArray(outcome.content);
  assert.ok(isOutcome, `"${tool}" returned neither a result nor a failure: ${JSON.stringify(outcome)}`);
  return outcome;
}

/** Returns the text of a part. Other parts have none. */
function partText(part: { readonly type: string; readonly text?: string }): string {
  return part.text ?? "";
}
