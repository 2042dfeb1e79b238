import { isJsonObject, type JsonValue, type OutcomeName, verdicts } from "@skein/protocol";
import type { Observed, ObservedCall } from "../observed.ts";
import type { Expectation } from "../test-case.ts";

/**
 * What could have come out instead: for each thing that was observed, its loss, and for each thing that must not be,
 * its presence. An expectation that is content with all of them is content with anything.
 */
export function losses(observed: Observed, expectations: readonly Expectation[]): readonly Observed[] {
  const { calls, files, output } = observed;
  const other: OutcomeName = observed.outcome === "internal" ? "done" : "internal";
  const but = (change: Partial<Observed>): Observed => ({ ...observed, ...change });
  const { output: _, ...withoutOutput } = observed;
  return [
    but({ outcome: other }),
    but({ text: "" }),
    but({ prompt: "" }),
    but({ calls: [] }),
    but({ calls: [...calls, strange] }),
    ...calls.flatMap((call, at) =>
      callLosses(call).map((lost) => but({ calls: calls.toSpliced(at, 1, ...lost) })),
    ),
    but({ files: {} }),
    but({ files: Object.fromEntries(Object.keys(files).map((path) => [path, ""])) }),
    withoutOutput,
    ...(output === undefined ? [] : outputLosses(output).map((less) => but({ output: less }))),
    but({ turns: Infinity, usage: { input: Infinity, output: Infinity }, costUsd: Infinity }),
    but({ calls: Array.from({ length: 10_000 }, () => strange) }),
    ...expectations.flatMap((expectation) => presence(expectation, observed) ?? []),
  ];
}

const strange: ObservedCall = { tool: "\0", input: null, result: "", failed: false };

function callLosses(call: ObservedCall): readonly (readonly ObservedCall[])[] {
  const { verdict: _, ...unjudged } = call;
  return [
    [],
    [{ ...call, input: null }],
    ...outputLosses(call.input).map((input) => [{ ...call, input }]),
    [{ ...call, result: "" }],
    [{ ...call, failed: !call.failed }],
    [unjudged],
    ...verdicts.flatMap((verdict) => (verdict === call.verdict ? [] : [[{ ...call, verdict }]])),
  ];
}

/** Of one value: the rest of a long list says nothing more. */
const mostLosses = 300;

function outputLosses(value: JsonValue): readonly JsonValue[] {
  const found: JsonValue[] = [];
  for (const less of lesser(value)) {
    if (found.push(less) === mostLosses) break;
  }
  return found;
}

/** The value without each of its fields and items, at any depth. */
function* lesser(value: JsonValue): Generator<JsonValue> {
  if (Array.isArray(value)) {
    const items = value as readonly JsonValue[];
    for (const [at, item] of items.entries()) {
      yield items.toSpliced(at, 1);
      for (const less of lesser(item)) yield items.with(at, less);
    }
  } else if (isJsonObject(value)) {
    for (const [key, inner] of Object.entries(value)) {
      const { [key]: _, ...without } = value;
      yield without;
      for (const less of lesser(inner)) yield { ...value, [key]: less };
    }
  } else yield null;
}

/** What must not be, is. */
function presence(expectation: Expectation, observed: Observed): Observed | undefined {
  if (expectation.kind === "absent")
    return { ...observed, files: { ...observed.files, [expectation.file]: "" } };
  if (expectation.kind !== "text" || expectation.test.kind !== "lacks") return undefined;
  const { of, test } = expectation;
  if (of.kind === "answer") return { ...observed, text: observed.text + test.text };
  if (of.kind === "prompt") return { ...observed, prompt: observed.prompt + test.text };
  return {
    ...observed,
    files: { ...observed.files, [of.path]: (observed.files[of.path] ?? "") + test.text },
  };
}
