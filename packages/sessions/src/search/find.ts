import type { SQLInputValue } from "node:sqlite";
import type { EntryKind } from "@skein/protocol";
import type { DocumentRole } from "./documents.ts";
import type { IndexFile } from "./index-file.ts";
import { matchExpression, readQuery } from "./query.ts";
import { snippetOf, type Snippet } from "./snippet.ts";

export interface FindOptions {
  /** Default 20. */
  readonly limit?: number;
  /** Only sessions in this folder and below. */
  readonly cwd?: string;
  /** Milliseconds since the epoch. */
  readonly since?: number;
  readonly role?: DocumentRole;
  readonly session?: string;
}

export interface SearchHit {
  readonly session: string;
  /** The folder of the session. */
  readonly cwd: string;
  readonly seq: number;
  /** Milliseconds since the epoch. */
  readonly at: number;
  readonly kind: EntryKind;
  readonly role: DocumentRole;
  /** A later rewind undid it. */
  readonly isRewound: boolean;
  readonly snippet: Snippet;
  /** Higher is better. Comparable only within one result list. */
  readonly score: number;
}

interface Row extends Pick<SearchHit, "session" | "cwd" | "seq" | "at" | "kind" | "role" | "score"> {
  readonly text: string;
  readonly rewound: number;
}

const maxLimit = 1000;

/** The best first; of equal hits, the newest. Never throws because of a query. */
export function findHits(file: IndexFile, text: string, options: FindOptions = {}): readonly SearchHit[] {
  const query = readQuery(text);
  const match = matchExpression(query);
  const limit = Math.min(maxLimit, Math.max(0, Math.floor(options.limit ?? 20)));
  if (match === undefined || limit === 0) return [];
  const { conditions, values } = conditionsOf(options);
  const rows = file.all(
    `SELECT s.session, s.cwd, d.seq, d.at, d.kind, d.role, d.text, f.score,
      EXISTS (SELECT 1 FROM rewound r WHERE r.session = d.session AND d.seq BETWEEN r.first AND r.last) AS rewound
    FROM (
      SELECT w.rowid AS id, -bm25(words) AS score, d.at
      FROM words w JOIN documents d ON d.id = w.rowid JOIN sessions s ON s.id = d.session
      WHERE words MATCH ? ${conditions.map((condition) => `AND ${condition}`).join(" ")}
      ORDER BY score DESC, d.at DESC, d.id DESC LIMIT ?
    ) f JOIN documents d ON d.id = f.id JOIN sessions s ON s.id = d.session
    ORDER BY f.score DESC, d.at DESC, d.id DESC`,
    match,
    ...values,
    limit,
  ) as readonly Row[];
  return rows.map(({ text: found, rewound, ...row }) => ({
    ...row,
    isRewound: rewound === 1,
    snippet: snippetOf(found, query),
  }));
}

function conditionsOf({ cwd, since, role, session }: FindOptions) {
  const conditions: string[] = [];
  const values: SQLInputValue[] = [];
  const add = (condition: string, ...some: readonly SQLInputValue[]) => {
    conditions.push(condition);
    values.push(...some);
  };
  if (cwd !== undefined) {
    const inside = cwd.endsWith("/") ? cwd : `${cwd}/`;
    add("(s.cwd = ? OR substr(s.cwd, 1, ?) = ?)", cwd, inside.length, inside);
  }
  if (since !== undefined) add("d.at >= ?", since);
  if (role !== undefined) add("d.role = ?", role);
  if (session !== undefined) add("s.session = ?", session);
  return { conditions, values };
}
