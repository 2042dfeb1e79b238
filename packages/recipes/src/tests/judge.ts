import type { TextPosition } from "../read/document-node.ts";
import type { Observed, ObservedCall } from "./observed.ts";
import { inAnyOrder, inOrder } from "./match-calls.ts";
import { differences, shortened } from "./pattern.ts";
import type {
  CallExpectation,
  CallsExpectation,
  Expectation,
  Limited,
  Target,
  TestCase,
  TextSubject,
  TextTest,
} from "./test-case.ts";

/** An expectation that did not come true, with its place in the test file. */
export interface Mismatch {
  readonly file: string;
  readonly line: number;
  readonly column: number;
  /** Of the expectation, or of the part of it that differs: `cases[0].expect.output.items[1].name`. */
  readonly path: string;
  /** A sentence. */
  readonly message: string;
}

/** What of a case did not come true; empty: it passed. */
export function judge({ file, expectations }: TestCase, observed: Observed): readonly Mismatch[] {
  return expectations.flatMap((expectation) =>
    found(expectation, observed).map(({ path, at, message }) => ({ file, ...at, path, message })),
  );
}

interface Found {
  readonly path: string;
  readonly at: TextPosition;
  readonly message: string;
}

function found(expectation: Expectation, observed: Observed): readonly Found[] {
  const no = (message: string, { path, at }: Target = expectation): readonly Found[] => [
    { path, at, message },
  ];
  switch (expectation.kind) {
    case "outcome": {
      const why = observed.error === undefined ? "" : `: ${shortened(observed.error)}`;
      const { outcome } = expectation;
      return observed.outcome === outcome
        ? []
        : no(`The outcome is ${observed.outcome}, not ${outcome}${why}`);
    }
    case "calls":
      return calls(expectation, observed.calls).map((each) => ({
        ...expectationPlace(expectation),
        ...each,
      }));
    case "decision":
      return decision(expectation, observed, no);
    case "output":
      return differences(expectation.pattern, observed.output).map(({ at, path, expected, got }) => ({
        at: path === "" ? expectation.at : at,
        path: expectation.path + path,
        message: `The output${path} is ${got}, not ${expected}.`,
      }));
    case "text": {
      const text = subject(expectation.of, observed);
      if (text === undefined) return no(`There is no ${subjectName(expectation.of)}.`);
      const why = textMismatch(expectation.test, text);
      return why === undefined ? [] : no(`The ${subjectName(expectation.of)} ${why}.`);
    }
    case "absent":
      return fileIn(observed, expectation.file) === undefined
        ? []
        : no(`The file ${expectation.file} is there.`);
    case "limit": {
      const got = measured(expectation.of, observed);
      if (got === undefined)
        return no(`${capital(limitNames[expectation.of])} is unknown; expected at most ${expectation.most}.`);
      return got <= expectation.most
        ? []
        : no(`${capital(limitNames[expectation.of])} is ${got}, more than ${expectation.most}.`);
    }
  }
}

function expectationPlace({ path, at }: Target): Target {
  return { path, at };
}

type CallFound = Partial<Target> & { readonly message: string };

/** In order, each expected call takes the first real one that fits behind the one before. */
function calls(expectation: CallsExpectation, real: readonly ObservedCall[]): readonly CallFound[] {
  const { order, others, calls: expected } = expectation;
  const fits = (call: CallExpectation, at: number) => callProblems(call, real[at]!).length === 0;
  const matched =
    order === "given" ? inOrder(expected, real.length, fits) : inAnyOrder(expected, real.length, fits);
  const taken = new Set(matched.flatMap((at) => at ?? []));
  const problems = expected.flatMap((call, index): CallFound[] => {
    if (matched[index] !== undefined) return [];
    const before = matched.slice(0, index).findLast((at) => at !== undefined);
    return missingCall(call, real, {
      from: order === "given" && before !== undefined ? before + 1 : 0,
      taken,
    });
  });
  if (others === "allowed" || problems.length > 0) return problems;
  const other = real.find((_, index) => !taken.has(index));
  return other ? [{ message: `Unexpected call: ${callName(other)}.` }] : [];
}

/** When there is a call of that tool, what is wrong with it says more than that none fits. */
function missingCall(
  expected: CallExpectation,
  real: readonly ObservedCall[],
  { from, taken }: { readonly from: number; readonly taken: ReadonlySet<number> },
): CallFound[] {
  const free = real.filter(
    (call, index) => index >= from && !taken.has(index) && call.tool === expected.tool,
  );
  const nearest = free
    .map((call) => callProblems(expected, call))
    .toSorted((one, other) => one.length - other.length)[0];
  if (nearest) return [...nearest];
  const { path, at, tool } = expected;
  const made = real.length === 0 ? "no call" : real.map((call) => call.tool).join(", ");
  const isEarlier = real.some((call, index) => index < from && call.tool === tool);
  const message = isEarlier ? `${tool} is not called again after that` : `${tool} is not called`;
  return [{ path, at, message: `${message}; there is ${shortened(made)}.` }];
}

function callProblems(expected: CallExpectation, call: ObservedCall): readonly CallFound[] {
  const { tool, input, path, at } = expected;
  if (call.tool !== tool) return [{ path, at, message: `${call.tool} is called, not ${tool}.` }];
  const inputs = input ? differences(input, call.input) : [];
  const failed = expected.failed !== undefined && expected.failed !== call.failed;
  return [
    ...inputs.map((each) => ({
      path: `${path}.input${each.path}`,
      at: each.at,
      message: `The input${each.path} of ${tool} is ${each.got}, not ${each.expected}.`,
    })),
    ...(failed ? [{ path, at, message: `${tool} ${call.failed ? "fails" : "does not fail"}.` }] : []),
    ...expected.result.flatMap((each) => {
      const why = textMismatch(each.test, call.result);
      return why === undefined
        ? []
        : [{ path: each.path, at: each.at, message: `The result of ${tool} ${why}.` }];
    }),
  ];
}

function decision(
  { tool, verdict }: Extract<Expectation, { readonly kind: "decision" }>,
  observed: Observed,
  no: (message: string) => readonly Found[],
): readonly Found[] {
  const made = observed.calls.flatMap((call) => (call.tool === tool && call.verdict ? [call.verdict] : []));
  if (made.length === 0) return no(`There was no decision about ${tool}: it was not called.`);
  const other = made.find((each) => each !== verdict);
  return other === undefined ? [] : no(`The decision about ${tool} is ${other}, not ${verdict}.`);
}

/** Why a text does not pass, as the end of a sentence. */
function textMismatch(test: TextTest, text: string): string | undefined {
  const got = `: ${JSON.stringify(shortened(text))}`;
  switch (test.kind) {
    case "contains":
      return text.includes(test.text)
        ? undefined
        : `does not contain ${JSON.stringify(shortened(test.text))}${got}`;
    case "lacks":
      return text.includes(test.text) ? `contains ${JSON.stringify(shortened(test.text))}` : undefined;
    case "equals":
      return text === test.text ? undefined : `is not ${JSON.stringify(shortened(test.text))}${got}`;
    case "matches":
      return new RegExp(test.pattern, "msu").test(text)
        ? undefined
        : `does not match /${shortened(test.pattern)}/${got}`;
  }
}

function subject(of: TextSubject, observed: Observed): string | undefined {
  if (of.kind === "file") return fileIn(observed, of.path);
  return of.kind === "answer" ? observed.text : observed.prompt;
}

function subjectName(of: TextSubject): string {
  if (of.kind === "file") return `file ${of.path}`;
  return of.kind === "answer" ? "answer" : "prompt";
}

function fileIn({ files }: Observed, path: string): string | undefined {
  return Object.hasOwn(files, path) ? files[path] : undefined;
}

const limitNames: Record<Limited, string> = {
  turns: "the number of turns",
  calls: "the number of calls",
  tokens: "the number of tokens",
  cost_usd: "the cost in US dollars",
};

function measured(of: Limited, { turns, calls: made, usage, costUsd }: Observed): number | undefined {
  switch (of) {
    case "turns":
      return turns;
    case "calls":
      return made.length;
    case "cost_usd":
      return costUsd;
    case "tokens": {
      const { input, output, cacheRead = 0, cacheWrite = 0 } = usage;
      return input === undefined || output === undefined
        ? undefined
        : input + output + cacheRead + cacheWrite;
    }
  }
}

function callName({ tool, input }: ObservedCall): string {
  return `${tool} ${shortened(JSON.stringify(input))}`;
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
