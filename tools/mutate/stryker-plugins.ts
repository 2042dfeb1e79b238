import { createHash } from "node:crypto";
import { type CheckResult, type Checker, CheckStatus } from "@stryker-mutator/api/check";
import type { Mutant } from "@stryker-mutator/api/core";
import type { Ignorer } from "@stryker-mutator/api/ignore";
import { declareFactoryPlugin, declareValuePlugin, PluginKind } from "@stryker-mutator/api/plugin";

// Loaded by Stryker in processes of its own: the environment tells them what to sample.

/** Stryker has no samples: a checker turns away every mutant that was not drawn, before its tests are run. */
function sampleChecker(): Checker {
  const seed = process.env["SKEIN_MUTATE_SEED"] ?? "";
  const size = Number(process.env["SKEIN_MUTATE_SIZE"] ?? Number.POSITIVE_INFINITY);
  return {
    init: () => Promise.resolve(),
    // One group of all: who draws must see all.
    group: (mutants) => Promise.resolve([mutants.map(({ id }) => id)]),
    check: (mutants) => {
      const drawn = new Set(
        mutants
          .map(({ id, ...mutant }) => ({ id, lot: lotOf(seed, mutant) }))
          .toSorted((a, b) => (a.lot < b.lot ? -1 : 1))
          .slice(0, size)
          .map(({ id }) => id),
      );
      const verdict = (id: string): CheckResult =>
        drawn.has(id)
          ? { status: CheckStatus.Passed }
          : { status: CheckStatus.CompileError, reason: "not drawn" };
      return Promise.resolve(Object.fromEntries(mutants.map(({ id }) => [id, verdict(id)])));
    },
  };
}

function lotOf(seed: string, { fileName, location, mutatorName, replacement }: Omit<Mutant, "id">): string {
  const what = [seed, fileName.split("/packages/").pop(), mutatorName, replacement, location];
  return createHash("sha256").update(JSON.stringify(what)).digest("hex");
}

interface Node {
  readonly type: string;
  readonly value?: unknown;
  readonly callee?: { readonly name?: string };
  readonly key?: { readonly name?: string };
  readonly quasis?: readonly { readonly value: { readonly raw: string } }[];
}

interface Path {
  readonly node: Node;
  readonly parentPath: Path | null;
}

/** Sentences in errors and hints are read by people, and words in them may change without a test's leave. Codes and fields count. */
const sentences: Ignorer = {
  shouldIgnore: (path) =>
    hasSpaces((path as Path).node) && standsInError(path as Path) ? "a sentence of an error" : undefined,
};

function hasSpaces(node: Node): boolean {
  if (node.type === "StringLiteral") return String(node.value).includes(" ");
  return node.type === "TemplateLiteral" && node.quasis!.some(({ value }) => value.raw.includes(" "));
}

function standsInError({ node, parentPath }: Path): boolean {
  if (node.type === "NewExpression") return /Error|Failure/.test(node.callee?.name ?? "");
  if (node.type === "ObjectProperty" && node.key?.name === "hint") return true;
  return parentPath !== null && !/Function|Statement/.test(node.type) && standsInError(parentPath);
}

export const strykerPlugins = [
  declareFactoryPlugin(PluginKind.Checker, "sample", sampleChecker),
  declareValuePlugin(PluginKind.Ignore, "sentences", sentences),
];
