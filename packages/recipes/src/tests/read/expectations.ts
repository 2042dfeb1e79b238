import { outcomeNames, verdicts } from "@skein/protocol";
import { limitedNames, type CallExpectation, type Expectation } from "../test-case.ts";
import {
  badValue,
  countOf,
  fieldsOf,
  flagOf,
  listOf,
  mapOf,
  missing,
  scalarText,
  wordOf,
  type Findings,
  type Part,
} from "./fields.ts";
import { checkPattern } from "./patterns.ts";
import { innerPath } from "./paths.ts";
import { textTests } from "./text-tests.ts";

const fields = ["outcome", "calls", "decisions", "output", "text", "prompt", "files", "limits"] as const;

const callFields = ["tool", "input", "result", "failed"] as const;

/** Each line of `expect` becomes expectations of its own. */
export function expectationsOf(part: Part, found: Findings): readonly Expectation[] {
  const given = fieldsOf(part, fields, found);
  const all: readonly Expectation[][] = fields.map((name) => {
    const field = given.get(name);
    return field ? readers[name](field, found) : [];
  });
  return all.flat();
}

const readers: Record<(typeof fields)[number], (part: Part, found: Findings) => Expectation[]> = {
  outcome(part, found) {
    const outcome = wordOf(part, outcomeNames, found);
    return outcome === undefined ? [] : [{ kind: "outcome", outcome, ...placeOf(part) }];
  },
  calls: callsOf,
  decisions: (part, found) =>
    mapOf(part, found).flatMap(({ key, part: inner }): Expectation[] => {
      const verdict = wordOf(inner, verdicts, found);
      return verdict === undefined ? [] : [{ kind: "decision", tool: key, verdict, ...placeOf(inner) }];
    }),
  output(part, found) {
    checkPattern(part, found);
    return [{ kind: "output", pattern: part.node, ...placeOf(part) }];
  },
  text: (part, found) =>
    textTests(part, found).map((each) => ({ kind: "text", of: { kind: "answer" }, ...each })),
  prompt: (part, found) =>
    textTests(part, found).map((each) => ({ kind: "text", of: { kind: "prompt" }, ...each })),
  files: (part, found) =>
    mapOf(part, found).flatMap(({ key, part: inner }) => fileExpectations(key, inner, found)),
  limits(part, found) {
    const given = fieldsOf(part, limitedNames, found);
    return limitedNames.flatMap((name): Expectation[] => {
      const field = given.get(name);
      const most = field && countOf(field, found);
      return field && most !== undefined ? [{ kind: "limit", of: name, most, ...placeOf(field) }] : [];
    });
  },
};

function fileExpectations(name: string, part: Part, found: Findings): Expectation[] {
  const path = innerPath(name, part, found);
  if (path === undefined) return [];
  if (part.node.kind === "map") {
    const absent = fieldsOf(part, ["absent", "contains", "lacks", "equals", "matches"], findNothing).get(
      "absent",
    );
    const isAbsent = absent && flagOf(absent, found);
    if (absent && part.node.entries.length > 1)
      found.add(badValue(absent, "absent", "An absent file has no content: use one or the other."));
    if (absent) return isAbsent === true ? [{ kind: "absent", file: path, ...placeOf(absent) }] : [];
  }
  return textTests(part, found, ["absent"]).map((each) => ({
    kind: "text",
    of: { kind: "file", path },
    ...each,
  }));
}

/** The fields are read once more by those who report. */
const findNothing: Findings = { problems: [], add() {} };

/** A list of calls in their order; or a map with `list`, `order` and `others`. An empty list: there must be none. */
function callsOf(part: Part, found: Findings): Expectation[] {
  if (part.node.kind === "list") {
    const others = part.node.items.length === 0 ? "none" : "allowed";
    return [{ kind: "calls", calls: callList(part, found), order: "given", others, ...placeOf(part) }];
  }
  const given = fieldsOf(part, ["list", "order", "others"], found);
  const [list, order, others] = ["list", "order", "others"].map((name) => given.get(name));
  if (!list) {
    if (part.node.kind === "map") found.add(missing(part.at, part.path, "list", "List the calls."));
    return [];
  }
  return [
    {
      kind: "calls",
      calls: callList(list, found),
      order: (order && wordOf(order, ["given", "any"], found)) ?? "given",
      others: (others && wordOf(others, ["allowed", "none"], found)) ?? "allowed",
      ...placeOf(part),
    },
  ];
}

function callList(part: Part, found: Findings): readonly CallExpectation[] {
  return listOf(part, found).flatMap((item): CallExpectation[] => {
    if (item.node.kind === "scalar") {
      const tool = scalarText(item, found);
      return tool === undefined ? [] : [{ tool, result: [], ...placeOf(item) }];
    }
    const given = fieldsOf(item, callFields, found);
    const [tool, input, result, failed] = callFields.map((name) => given.get(name));
    if (!tool) {
      if (item.node.kind === "map")
        found.add(missing(item.at, item.path, "tool", "Name the tool that must be called."));
      return [];
    }
    if (input) checkPattern(input, found);
    const name = scalarText(tool, found);
    const isFailed = failed && flagOf(failed, found);
    if (name === undefined) return [];
    return [
      {
        tool: name,
        ...(input ? { input: input.node } : {}),
        result: result ? textTests(result, found) : [],
        ...(isFailed === undefined ? {} : { failed: isFailed }),
        ...placeOf(item),
      },
    ];
  });
}

function placeOf({ path, at }: Part): { readonly path: string; readonly at: Part["at"] } {
  return { path, at };
}
