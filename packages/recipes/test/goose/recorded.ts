import { existsSync, readFileSync, realpathSync } from "node:fs";
import { mkdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { outsidePath } from "@skein/test-kit";

/** What Goose 1.34.0 said of a recipe. */
export interface Recorded {
  readonly id: string;
  /** Its absolute path. */
  readonly file: string;
  readonly params: readonly string[];
  readonly validates: boolean;
  readonly renders: boolean;
  /** What it printed; with `renders`, YAML. */
  readonly rendered: string;
  readonly explained?: string;
  /** Stand for folders in what it printed. */
  readonly folders: Readonly<Record<string, string>>;
}

interface MatrixFile {
  readonly aux: Readonly<Record<string, string>>;
  readonly cases: readonly {
    readonly id: string;
    readonly file: string;
    readonly recipe: string | null;
    readonly params: readonly string[];
    readonly validate: { readonly exit: number };
    readonly render: { readonly exit: number; readonly output: string };
  }[];
}

interface IndexFile {
  readonly recipes: readonly {
    readonly id: string;
    readonly file: string;
    readonly goose: {
      readonly validate: { readonly exit: number };
      readonly render: {
        readonly exit: number;
        readonly params: Readonly<Record<string, string>>;
        readonly outputFile: string;
      };
      readonly explain: { readonly exit: number; readonly outputFile: string };
    };
  }[];
}

export const isThere = existsSync(outsidePath("recipes/index.json"));

/** The small cases, written into a folder. */
export async function writtenMatrix(folder: string): Promise<readonly Recorded[]> {
  const { aux, cases } = json("recipes/verdict-matrix.json") as MatrixFile;
  for (const [name, text] of Object.entries(aux)) {
    await mkdir(dirname(join(folder, name)), { recursive: true });
    await writeFile(join(folder, name), text);
  }
  const recorded: Recorded[] = [];
  for (const { id, file, recipe, params, validate, render } of cases) {
    const path = join(folder, file);
    await writeFile(path, recipe ?? generated[id] ?? "");
    recorded.push({
      id,
      file: path,
      params: params.map((param) => param.replaceAll("<DIR>", folder)),
      validates: validate.exit === 0,
      renders: render.exit === 0,
      rendered: fullText[id] ?? render.output,
      folders: { "<DIR>": folder },
    });
  }
  return recorded;
}

/** Real recipes, where they lie. */
export function realRecipes(): readonly Recorded[] {
  const root = realpathSync(outsidePath("recipes")); // what a recipe is told of its folder is without links
  return (json("recipes/index.json") as IndexFile).recipes.map(({ id, file, goose }) => ({
    id,
    file: join(root, file),
    params: Object.entries(goose.render.params).map(
      ([key, value]) => `${key}=${value.replaceAll("<ROOT>", root)}`,
    ),
    validates: goose.validate.exit === 0,
    renders: goose.render.exit === 0,
    rendered: readFileSync(join(root, goose.render.outputFile), "utf8"),
    ...(goose.explain.exit === 0
      ? { explained: readFileSync(join(root, goose.explain.outputFile), "utf8") }
      : {}),
    folders: {
      "<ROOT>/documentation/src/pages/recipes/data/recipes": join(root, "cookbook"),
      "<ROOT>": join(root, id.split("/")[0] ?? ""),
    },
  }));
}

const lorem = "lorem ipsum ".repeat(87_381);
const head = "version: 1.0.0\ntitle: T\ndescription: d\n";

const generated: Readonly<Record<string, string>> = {
  "large-1MB-prompt": `${head}prompt: "${lorem}"\n`,
  "deep-nesting": `${head}prompt: Say hi\nx:\n${Array.from({ length: 120 }, (_, depth) => `${" ".repeat(depth + 1)}k${depth}:\n`).join("")}`,
};

/** Where the record is cut. */
const fullText: Readonly<Record<string, string>> = {
  "large-1MB-prompt": `${head}prompt: '${lorem}'\n`,
};

function json(path: string): unknown {
  return JSON.parse(readFileSync(outsidePath(path), "utf8"));
}
