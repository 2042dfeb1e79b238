import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { lackingWords } from "./searched-words.ts";

const glossaryPage = "docs/glossary.md";

/** A row of the glossary: `| **term** | meaning | [page](page.md) |`. */
interface Row {
  readonly line: number;
  readonly terms: readonly string[];
  /** Relative to `docs`; without what stands behind `#`. */
  readonly pages: readonly string[];
}

function glossaryRows(page: string): readonly Row[] {
  return page.split("\n").flatMap((text, at) => {
    const [, head = "", , where = ""] = text.split("|");
    const terms = [...head.matchAll(/\*\*([^*]+)\*\*/g)].map(([, term = ""]) => term);
    const pages = [...where.matchAll(/\]\(([^)#]+)[^)]*\)/g)].map(([, path = ""]) => path);
    return terms.length === 0 ? [] : [{ line: at + 1, terms, pages }];
  });
}

/** Each term is documented where its row says: one of the pages exists and uses the word. */
export function glossaryProblems(root: string): readonly string[] {
  const page = join(root, glossaryPage);
  if (!existsSync(page)) return [`${glossaryPage}:1: is missing`];
  return glossaryRows(readFileSync(page, "utf8")).flatMap(({ line, terms, pages }) => {
    const at = `${glossaryPage}:${line}`;
    const absent = pages.filter((path) => !existsSync(join(root, "docs", path)));
    if (pages.length === 0 || absent.length > 0)
      return [`${at}: ${terms[0]}: no page ${absent.join(", ")}; link the page that documents it`];
    const text = pages.map((path) => readFileSync(join(root, "docs", path), "utf8")).join("\n");
    return lackingWords(text, terms).map(
      (term) => `${at}: "${term}" is not on ${pages.join(", ")}; use it there`,
    );
  });
}
