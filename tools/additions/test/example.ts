import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

/** A small addition that follows a recipe. */
export interface Example {
  /** Values of the words in capitals. */
  readonly names: Readonly<Record<string, string>>;
  /** Changes that are made by hand. The commands of the recipe make the others. */
  readonly changes: readonly Change[];
  /** A step that is left out, and the command of the recipe that then fails. */
  readonly leftOut: { readonly file: string; readonly command: string };
}

/** `after`: text of the file, which occurs once. Absent: the file is new. */
interface Change {
  readonly file: string;
  readonly after?: string;
  readonly text: string;
}

/** Returns what an example makes of each file that it changes by hand. Throws if the file is no longer as it expects. */
export function changedFiles(root: string, { changes }: Example): ReadonlyMap<string, string> {
  const texts = new Map<string, string>();
  for (const { file, after, text } of changes) {
    if (after === undefined) texts.set(file, text);
    else
      texts.set(file, inserted(texts.get(file) ?? readFileSync(join(root, file), "utf8"), file, after, text));
  }
  return texts;
}

export function writeFiles(root: string, texts: ReadonlyMap<string, string>): void {
  for (const [file, text] of texts) {
    mkdirSync(dirname(join(root, file)), { recursive: true });
    writeFileSync(join(root, file), text);
  }
}

function inserted(before: string, file: string, after: string, text: string): string {
  const [head, tail, ...others] = before.split(after);
  if (tail === undefined || others.length > 0) {
    const count = tail === undefined ? 0 : others.length + 1;
    throw new Error(
      `${file} has ${JSON.stringify(after)} ${count} times. Change the example in tools/additions/test/examples so that it occurs once.`,
    );
  }
  return `${head}${after}${text}${tail}`;
}
