import { dirname, isAbsolute, resolve } from "node:path";
import { isInside } from "@skein/platform/folders";
import { messageOf } from "@skein/protocol";
import type { RecipeFiles } from "../files.ts";
import { maxBytes } from "../read/document-limits.ts";
import type { TemplateEngine } from "./engine.ts";
import { segmentsOf, type Segment } from "./segments.ts";
import { tokensOf } from "./tokens.ts";

/** A template's text with its parts. */
export interface Template {
  /** As it is named in `extends` and `include`. */
  readonly name: string;
  readonly file?: string;
  readonly text: string;
  /** A clause that names the encoding of the file, if that was guessed; else empty. */
  readonly guess: string;
  readonly segments: readonly Segment[];
}

export interface IncludeFinding {
  readonly code: "template-outside" | "template-not-found" | "bad-template";
  readonly message: string;
  readonly fix: string;
  readonly template: Template;
  readonly offset: number;
}

const maxTemplates = 64;

/**
 * All that a template extends, includes and imports, also through others. Only files of its folder: what leads out of
 * it, by `..` or by a link, is reported and not read.
 */
export async function includedTemplates(
  main: Template,
  folder: string,
  { engine, files }: { readonly engine: TemplateEngine; readonly files: RecipeFiles },
): Promise<{ readonly templates: readonly Template[]; readonly findings: readonly IncludeFinding[] }> {
  const templates: Template[] = [];
  const findings: IncludeFinding[] = [];
  const root = (await files.realPath(folder)) ?? resolve(folder);
  const waiting: Template[] = [main];
  for (let template = waiting.shift(); template !== undefined; template = waiting.shift()) {
    for (const wanted of wantedBy(template)) {
      if (wanted.name === undefined) findings.push({ ...unnamed, template, offset: wanted.offset });
      if (wanted.name === undefined || templates.some(({ name }) => name === wanted.name)) continue;
      const found = await load(wanted.name, root, files);
      if ("message" in found) {
        if (!wanted.mayMiss || found.code === "template-outside")
          findings.push({ ...found, template, offset: wanted.offset });
        continue;
      }
      if (templates.length >= maxTemplates) return { templates, findings };
      const next = {
        ...found,
        name: wanted.name,
        segments: segmentsOf(found.text, (text) => engine.parses(text)),
      };
      templates.push(next);
      waiting.push(next);
    }
  }
  return { templates, findings };
}

export function usesOtherTemplates(segments: readonly Segment[]): boolean {
  return segments.some(
    (segment) => segment.kind === "tag" && /^\s*(extends|include|import|from)\b/.test(segment.body),
  );
}

const unnamed = {
  code: "bad-template",
  message: "The name of the file to include must be in quotes.",
  fix: "Write its name in quotes. A computed name cannot be checked before the run.",
} as const;

interface Wanted {
  /** Absent: it is put together. */
  readonly name?: string;
  readonly mayMiss: boolean;
  readonly offset: number;
}

function wantedBy({ segments }: Template): readonly Wanted[] {
  return segments.flatMap((segment): readonly Wanted[] => {
    if (segment.kind !== "tag" || !/^\s*(extends|include|import|from)\b/.test(segment.body)) return [];
    const tokens = tokensOf(segment.body);
    const mayMiss = tokens.some(({ text }) => text === "missing");
    const names = tokens.filter(({ kind }) => kind === "string").map(({ text }) => text.slice(1, -1));
    if (names.length === 0) return [{ mayMiss, offset: segment.offset }];
    return names.map((name) => ({ name, mayMiss: mayMiss || names.length > 1, offset: segment.offset }));
  });
}

type Loaded =
  | { readonly file: string; readonly text: string; readonly guess: string }
  | Pick<IncludeFinding, "code" | "message" | "fix">;

async function load(name: string, root: string, files: RecipeFiles): Promise<Loaded> {
  const outside: Loaded = {
    code: "template-outside",
    message: `${JSON.stringify(name)} is not in the recipe's folder.`,
    fix: "Copy it into the recipe's folder: recipes cannot include other files.",
  };
  const file = resolve(root, name);
  if (isAbsolute(name) || !isInside(file, root)) return outside;
  try {
    const real = await files.realPath(file);
    if (real === undefined && files.noneBecause !== undefined) {
      return {
        code: "template-not-found",
        message: `${JSON.stringify(name)} cannot be included: ${files.noneBecause}.`,
        fix: "Save the recipe in a file beside what it includes, and run that file.",
      };
    }
    if (real === undefined) {
      return {
        code: "template-not-found",
        message: `There is no ${JSON.stringify(name)} in the recipe's folder.`,
        fix: `Put it into ${dirname(file)}, or fix the name.`,
      };
    }
    if (!isInside(real, root)) return outside;
    return { file: real, ...((await files.read(real, maxBytes)) ?? { text: "", guess: "" }) };
  } catch (error) {
    return {
      code: "template-not-found",
      message: `${JSON.stringify(name)} cannot be read: ${messageOf(error)}.`,
      fix: "Check the file.",
    };
  }
}
