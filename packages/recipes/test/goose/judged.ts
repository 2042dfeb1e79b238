import { readFile } from "node:fs/promises";
import { parse } from "yaml";
import {
  hasNoErrors,
  parameterValues,
  missingValues,
  readRecipe,
  renderRecipe,
  type RecipeProblem,
} from "../../src/index.ts";
import type { Recorded } from "./recorded.ts";

/** What we say of a recipe, in the terms of the record. */
export interface Judged {
  readonly validates: boolean;
  readonly renders: boolean;
  readonly rendered: unknown;
  readonly problems: readonly RecipeProblem[];
}

export async function judged({ file, params }: Recorded): Promise<Judged> {
  const read = await readRecipe({ text: await readFile(file, "utf8"), file });
  const given = Object.fromEntries(
    params.map((param) => [param.split("=")[0], param.slice(param.indexOf("=") + 1)]),
  );
  const isGiven = params.every((param) => param.includes("="));
  const { problems, values, missing } = await parameterValues(read.parameters, given, { cwd: "/" });
  const rendered = await renderRecipe(read, values);
  const all = [...read.problems, ...problems, ...missingValues(missing), ...rendered.problems];
  const renders = isGiven && hasNoErrors(all);
  return {
    validates: hasNoErrors(read.problems),
    renders,
    rendered: renders ? plain(parse(rendered.text ?? "")) : undefined,
    problems: all,
  };
}

/** Goose's document without what it adds on its own, and with our folders. */
export function recordedDocument({ rendered, folders }: Recorded): unknown {
  const text = rendered.slice(Math.max(0, rendered.search(/^version: /m)));
  const local = Object.entries(folders).reduce(
    (sofar, [mark, folder]) => sofar.replaceAll(mark, folder),
    text,
  );
  const document = parse(local) as { extensions?: { type: string; name: string }[] };
  const added = ({ type, name }: { type: string; name: string }) =>
    type === "platform" && (name === "analyze" || name === "summon");
  if (document.extensions) document.extensions = document.extensions.filter((extension) => !added(extension));
  return plain(document);
}

/** Without fields that say nothing: `null`, empty lists, mappings and texts, `false`. */
function plain(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(plain);
  if (typeof value !== "object" || value === null) return value === "Shell" ? "shell" : value;
  const entries = Object.entries(value).map(([key, inner]) => [key, plain(inner)] as const);
  return Object.fromEntries(entries.filter(([, inner]) => !saysNothing(inner)));
}

function saysNothing(value: unknown): boolean {
  if (value === null || value === undefined || value === "" || value === false) return true;
  return typeof value === "object" && Object.keys(value).length === 0;
}
