import { isPermissionMode, permissionModeNames } from "@skein/protocol";
import { dirname, resolve } from "node:path";
import type { RecipeProblem } from "../../problems.ts";
import type { DocumentNode } from "../../read/document-node.ts";
import { readDocument } from "../../read/read-document.ts";
import type { Expectation, TestCase, TestModel } from "../test-case.ts";
import { expectationsOf } from "./expectations.ts";
import {
  badValue,
  fieldsOf,
  findings,
  listOf,
  mapOf,
  missing,
  scalarText,
  type Findings,
  type Part,
} from "./fields.ts";
import { filled } from "./fill.ts";
import { combinations, type Values } from "./matrix.ts";
import { modelOf } from "./model.ts";
import { innerPath } from "./paths.ts";

export interface ReadTests {
  readonly problems: readonly RecipeProblem[];
  /** What can be run of it; only when there are no problems that is all. */
  readonly cases: readonly TestCase[];
}

/** Cases of one file, matrices written out. */
const mostCases = 1000;

/** What may stand at the top for all cases, and in each. */
const shared = ["parameters", "matrix", "model", "files", "mode", "expect"] as const;

/**
 * Reads a `*.test.yaml` file into independent cases, with all its problems at once.
 *
 * @param file - absolute; paths in it start from its folder.
 */
export async function readTests({
  text,
  file,
}: {
  readonly text: string;
  readonly file: string;
}): Promise<ReadTests> {
  const { root, problems } = await readDocument(text, { file });
  if (!root) return { problems, cases: [] };
  const found = findings(file);
  const top: Part = { node: root, path: "", at: root.at };
  const given = fieldsOf(top, ["recipe", ...shared, "cases"], found);
  const recipe = given.get("recipe");
  const path = recipe && scalarText(recipe, found);
  if (root.kind === "map" && !recipe)
    found.add(missing(top.at, "", "recipe", "Name the recipe's file: recipe: review.yaml"));
  const list = given.get("cases");
  const places = list ? listOf(list, found) : [{ ...top, path: "" }];
  if (list?.node.kind === "list" && places.length === 0)
    found.add(missing(list.at, "cases", "case", "Add a case, or remove cases."));
  const cases = places.flatMap((part, at) =>
    casesOf({ part, at, all: given, isOnly: !list, file, recipe: resolve(dirname(file), path ?? "") }, found),
  );
  if (cases.length > mostCases)
    found.add(
      badValue(
        { ...top, path: "matrix" },
        `${cases.length} cases`,
        `A file may have at most ${mostCases} cases.`,
      ),
    );
  return {
    problems: [...problems, ...found.problems].toSorted(
      (one, other) => (one.line ?? 0) - (other.line ?? 0) || (one.column ?? 0) - (other.column ?? 0),
    ),
    cases: path === undefined ? [] : withOwnNames(cases.slice(0, mostCases)),
  };
}

interface Place {
  readonly part: Part;
  /** Its number, from 0. */
  readonly at: number;
  /** The fields of the file. */
  readonly all: ReadonlyMap<string, Part>;
  /** The file is the case. */
  readonly isOnly: boolean;
  readonly file: string;
  readonly recipe: string;
}

function casesOf(place: Place, found: Findings): TestCase[] {
  const { part, all, isOnly } = place;
  const own = isOnly ? new Map<string, Part>() : fieldsOf(part, ["name", ...shared], found);
  if (part.node.kind !== "map") return [];
  const name = own.get("name");
  const title = (name && scalarText(name, found)) ?? (isOnly ? "the recipe" : `case ${place.at + 1}`);
  const fixed = { ...valuesOf(all.get("parameters"), found), ...valuesOf(own.get("parameters"), found) };
  const matrix = { ...matrixOf(all.get("matrix"), found), ...matrixOf(own.get("matrix"), found) };
  return combinations(matrix, mostCases + 1).map((chosen): TestCase => {
    const parameters = { ...fixed, ...chosen };
    const fields = (field: string): readonly Part[] =>
      [all.get(field), own.get(field)].flatMap((each) =>
        each ? [{ ...each, node: filled(each.node, parameters) }] : [],
      );
    const [mode] = fields("mode").slice(-1);
    const checkedMode = mode && modeOf(mode, found);
    const expects = fields("expect");
    const expectations = expects.flatMap((each) => expectationsOf(each, found));
    if (expects.every(({ node }) => node.kind === "map" && node.entries.length === 0))
      found.add(missing(part.at, part.path, "expect", "Say what to expect: expect: { outcome: done }"));
    return {
      name: [title, ...Object.entries(chosen).map(([key, value]) => `${key}=${value}`)].join(", "),
      file: place.file,
      at: part.at,
      recipe: place.recipe,
      parameters,
      model: modelIn(fields("model"), place, found),
      files: Object.assign({}, ...fields("files").map((each) => contentsOf(each, found))) as Values,
      ...(checkedMode === undefined ? {} : { mode: checkedMode }),
      expectations: withOutcome(expectations, part),
    };
  });
}

/** Who says nothing of the outcome expects that it is done: a run that fails must not pass. */
function withOutcome(expectations: readonly Expectation[], { path, at }: Part): readonly Expectation[] {
  if (expectations.some(({ kind }) => kind === "outcome")) return expectations;
  return [
    { kind: "outcome", outcome: "done", path: path === "" ? "expect" : `${path}.expect`, at },
    ...expectations,
  ];
}

function modelIn(parts: readonly Part[], { part, file }: Place, found: Findings): TestModel {
  const last = parts.at(-1);
  if (!last)
    found.add(
      missing(part.at, part.path, "model", "Say what the model answers: model: { turns: [{ text: Done }] }"),
    );
  return (last && modelOf(last, dirname(file), found)) ?? { turns: [] };
}

function modeOf(part: Part, found: Findings): string | undefined {
  const mode = scalarText(part, found);
  if (mode === undefined || isPermissionMode(mode)) return mode;
  found.add(badValue(part, mode, `Use one of: ${permissionModeNames.join(", ")}.`));
  return undefined;
}

function valuesOf(part: Part | undefined, found: Findings): Values {
  const entries = part ? mapOf(part, found) : [];
  return Object.fromEntries(
    entries.flatMap(({ key, part: inner }) => {
      const text = scalarText(inner, found);
      return text === undefined ? [] : [[key, text] as const];
    }),
  );
}

function matrixOf(part: Part | undefined, found: Findings): Readonly<Record<string, readonly string[]>> {
  const entries = part ? mapOf(part, found) : [];
  return Object.fromEntries(
    entries.map(({ key, part: inner }) => {
      const values = listOf(inner, found).flatMap((each) => scalarText(each, found) ?? []);
      if (inner.node.kind === "list" && values.length === 0)
        found.add(badValue(inner, "[]", "List the values to try."));
      return [key, values] as const;
    }),
  );
}

function contentsOf(part: Part, found: Findings): Values {
  return Object.fromEntries(
    mapOf(part, found).flatMap(({ key, part: inner }) => {
      const [path, text] = [innerPath(key, inner, found), contentOf(inner.node) ?? scalarText(inner, found)];
      return path === undefined || text === undefined ? [] : [[path, text] as const];
    }),
  );
}

/** A file may be empty: `a.txt:` */
function contentOf(node: DocumentNode): string | undefined {
  return node.kind === "scalar" && node.value === null ? "" : undefined;
}

function withOwnNames(cases: readonly TestCase[]): readonly TestCase[] {
  const seen = new Map<string, number>();
  return cases.map((each) => {
    const count = (seen.get(each.name) ?? 0) + 1;
    seen.set(each.name, count);
    return count === 1 ? each : { ...each, name: `${each.name} (${count})` };
  });
}
