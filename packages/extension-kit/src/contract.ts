import { describe, expect, it } from "vitest";
import type { Extension, JsonValue, ToolContext, ToolOutcome } from "@skein/protocol";
import { definitionProblems } from "./definitions/definition-problems.ts";

export interface ContractExtension {
  readonly extension: Extension;
  /** A call that works. */
  readonly works: { readonly tool: string; readonly input: JsonValue };
  /** A call whose input does not match its tool's schema. */
  readonly misfits: { readonly tool: string; readonly input: JsonValue };
  /** A call that takes longer than a second, if there is one: it is aborted. */
  readonly lasts?: { readonly tool: string; readonly input: JsonValue };
}

const context: ToolContext = {
  session: "contract",
  callId: "call",
  cwd: process.cwd(),
  signal: new AbortController().signal,
  progress: () => {},
  callFolder: undefined,
  state: { read: () => undefined, write: async () => {} },
};

/**
 * What every extension must do, as a vitest suite: call it at the top level of a test file.
 *
 * @param make - creates a new extension that was not started; called for each test, which closes it.
 */
export function extensionContract(
  name: string,
  make: () => ContractExtension | Promise<ContractExtension>,
): void {
  /** Runs a test on its own extension. */
  const on = (test: (made: ContractExtension) => Promise<void>) => async () => {
    const made = await make();
    try {
      await test(made);
    } finally {
      await made.extension.close();
    }
  };
  const call = ({ extension }: ContractExtension, tool: string, input: JsonValue, signal?: AbortSignal) =>
    extension.callTool(tool, input, signal ? { ...context, signal } : context);

  describe(`the extension ${name}`, () => {
    it(
      "gives its tools names that every model vendor takes, each once",
      on(async ({ extension }) => {
        const names = (await extension.tools()).map((tool) => tool.name);
        expect(names.filter((each) => !/^[A-Za-z0-9_-]{1,64}$/.test(each))).toEqual([]);
        expect(new Set(names).size).toBe(names.length);
      }),
    );

    it(
      "describes an object as the input of each tool, in plain JSON",
      on(async ({ extension }) => {
        for (const { inputSchema } of await extension.tools()) {
          expect(inputSchema).toMatchObject({ type: "object" });
          expect(JSON.parse(JSON.stringify(inputSchema))).toEqual(inputSchema);
        }
      }),
    );

    it(
      "tells the same tools every time, to all who ask at once",
      on(async ({ extension }) => {
        const namesOf = async () => (await extension.tools()).map((tool) => tool.name);
        const [first, second] = await Promise.all([namesOf(), namesOf()]);
        expect(second).toEqual(first);
        expect(await namesOf()).toEqual(first);
        expect(extension.status()).toEqual({ state: "ready" });
      }),
    );

    it("tells the model the same bytes at every start, on any day", async () => {
      expect(await definitionProblems(async () => (await make()).extension)).toEqual([]);
    });

    it(
      "runs a call that fits, also when it comes first",
      on(async (made) => {
        const outcome = await call(made, made.works.tool, made.works.input);
        expect(outcome).toHaveProperty("content");
        expect(outcome).not.toHaveProperty("kind");
      }),
    );

    it(
      "answers a call of a tool it does not have with the names of those it has",
      on(async (made) => {
        const names = (await made.extension.tools()).map((tool) => tool.name);
        expect(await call(made, "no-such-tool", {})).toEqual({ kind: "unknown-tool", available: names });
      }),
    );

    it(
      "says what does not fit in an input, and does not run it",
      on(async (made) => {
        const outcome = await call(made, made.misfits.tool, made.misfits.input);
        expect(outcome).toMatchObject({ kind: "invalid-input" });
        expect(outcome).toHaveProperty("issues[0]", expect.any(String));
      }),
    );

    it(
      "never throws, whatever the input",
      on(async (made) => {
        const odd = [null, 7, "text", [], { __proto__: null }, JSON.parse('{"__proto__":{"x":1}}')];
        for (const input of odd as JsonValue[]) {
          for (const tool of [made.misfits.tool, "", "__proto__", "constructor"]) {
            expect(isOutcome(await call(made, tool, input))).toBe(true);
          }
        }
        expect(({} as { x?: number }).x).toBeUndefined();
      }),
    );

    it(
      "ends a call that is aborted, soon and without throwing",
      on(async (made) => {
        const { tool, input } = made.lasts ?? made.works;
        await made.extension.tools();
        const startedAt = performance.now();
        const before = await call(made, tool, input, AbortSignal.abort());
        const meanwhile = await call(made, tool, input, AbortSignal.timeout(100));
        expect(performance.now() - startedAt).toBeLessThan(3_000);
        expect([before, meanwhile].map(isOutcome)).toEqual([true, true]);
        const interrupted = { kind: "interrupted", started: true, partial: expect.any(String) as string };
        expect(made.lasts ? meanwhile : interrupted).toEqual(interrupted);
      }),
    );

    it(
      "may be closed twice, also before it was started, and then runs nothing",
      on(async (made) => {
        await Promise.all([made.extension.close(), made.extension.close()]);
        await made.extension.close();
        expect(made.extension.status()).toEqual({ state: "stopped" });
        expect(await call(made, made.works.tool, made.works.input)).toMatchObject({ kind: "failed" });
      }),
    );
  });
}

function isOutcome(outcome: ToolOutcome): boolean {
  return "kind" in outcome ? typeof outcome.kind === "string" : Array.isArray(outcome.content);
}
