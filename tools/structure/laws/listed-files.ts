import { arrows, partOf } from "../arrows.ts";
import { lineAt } from "../source.ts";
import type { Problem, Workspace } from "../workspace.ts";

interface Sentence {
  readonly what: string;
  readonly fix: string;
}

/** Something that only listed files of products may do. */
interface ListedDeed {
  readonly pattern: RegExp;
  /** By path. */
  readonly listed: Readonly<Record<string, unknown>>;
  /** For a file that does it and is not listed. */
  readonly unlisted: Sentence;
  /** For a listed file that does not do it. */
  readonly outdated: Sentence;
}

/** Both ways: a file that does it and is not in the table, and one that is in the table and does not do it. */
export function listedDeedProblems(
  { members }: Workspace,
  { pattern, listed, unlisted, outdated }: ListedDeed,
): Problem[] {
  const files = members
    .filter(({ kind, name }) => kind !== "examples" && !partOf(name, arrows)?.testsOnly)
    .flatMap(({ src }) => src);
  return files.flatMap(({ path, source }) => {
    const at = source.text.search(pattern);
    const isListed = Object.hasOwn(listed, path);
    if (at >= 0 === isListed) return [];
    return [{ file: path, line: lineAt(source.text, Math.max(0, at)), ...(isListed ? outdated : unlisted) }];
  });
}
