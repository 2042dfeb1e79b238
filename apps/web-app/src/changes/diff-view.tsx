import { useMemo, type ReactNode } from "react";
import { useMediaQuery } from "../ui/use-media-query.ts";
import { diffPairs, diffRows, type DiffRow } from "./diff-rows.ts";

interface DiffViewProps {
  readonly diff: string;
  readonly name: string;
  /** It stands in a narrow pane. */
  readonly isNarrow?: boolean;
}

/** A change: unified, side by side where there is room. */
export function DiffView({ diff, name, isNarrow = false }: DiffViewProps): ReactNode {
  const rows = useMemo(() => diffRows(diff), [diff]);
  const isWide = useMediaQuery("(min-width: 1100px)");
  return (
    <div className="diff" tabIndex={0} role="region" aria-label={`Changes in ${name}`}>
      {isWide && !isNarrow ? <SideBySide rows={rows} /> : <Unified rows={rows} />}
    </div>
  );
}

const signs = { hunk: "", same: " ", removed: "-", added: "+" } as const;

function Unified({ rows }: { readonly rows: readonly DiffRow[] }): ReactNode {
  return (
    <table className="diff-table">
      <tbody>
        {rows.map((row, at) => (
          <tr key={at} className={`diff-${row.kind}`}>
            <td className="diff-number">{row.kind === "hunk" ? "" : (row.after ?? row.before)}</td>
            <Cell row={row} />
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function SideBySide({ rows }: { readonly rows: readonly DiffRow[] }): ReactNode {
  return (
    <table className="diff-table diff-split">
      <colgroup>
        <col className="diff-number-column" />
        <col />
        <col className="diff-number-column" />
        <col />
      </colgroup>
      <tbody>
        {diffPairs(rows).map(({ left, right }, at) =>
          left?.kind === "hunk" ? (
            <tr key={at} className="diff-hunk">
              <td colSpan={4} className="diff-text">
                {left.text}
              </td>
            </tr>
          ) : (
            <tr key={at}>
              <td className="diff-number">{left?.before}</td>
              <Cell row={left} />
              <td className="diff-number">{right?.after}</td>
              <Cell row={right} />
            </tr>
          ),
        )}
      </tbody>
    </table>
  );
}

function Cell({ row }: { readonly row: DiffRow | undefined }): ReactNode {
  if (!row) return <td className="diff-text diff-none" />;
  return (
    <td className={`diff-text diff-${row.kind}`}>
      {row.kind === "hunk" ? row.text : `${signs[row.kind]} ${row.text}`}
    </td>
  );
}
