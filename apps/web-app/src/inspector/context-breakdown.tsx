import type { ReactNode } from "react";
import { server } from "../state/server.ts";
import { useEndedRuns } from "../state/use-ended-runs.ts";
import { useLoaded } from "../state/use-loaded.ts";
import { shortCount } from "../ui/format.ts";
import { ProblemBox } from "../ui/problem-box.tsx";

/** How much of the context window is used, and by what. */
export function ContextBreakdown({ session }: { readonly session: string }): ReactNode {
  const key = `${session} ${useEndedRuns()}`;
  const { value, problem } = useLoaded(key, (signal) => server.showContext({ session }, { signal }));
  if (problem) return <ProblemBox problem={problem} />;
  if (!value) return <p className="empty">Loading …</p>;
  const { used, window, threshold, sections, biggest, isMeasured } = value.sizes;
  const whole = window ?? Math.max(used, 1);
  return (
    <div className="context">
      <p>
        {`${shortCount(used)} tokens${window === undefined ? "" : ` of ${shortCount(window)}`}`}
        {isMeasured ? "" : ", estimated"}
      </p>
      <meter min={0} max={whole} value={used} aria-label="Context used" />
      {threshold === undefined ? undefined : (
        <p className="facts">{`Compaction starts at ${shortCount(threshold)} tokens.`}</p>
      )}
      <Sizes caption="Parts" rows={sections.map(({ name, tokens }) => [name, tokens])} />
      {biggest.length > 0 ? (
        <Sizes
          caption="Largest"
          rows={biggest.map(({ what, text, tokens }) => [`${what}: ${text}`, tokens])}
        />
      ) : undefined}
    </div>
  );
}

interface SizesProps {
  readonly caption: string;
  readonly rows: readonly (readonly [string, number])[];
}

function Sizes({ caption, rows }: SizesProps): ReactNode {
  return (
    <table className="sizes">
      <caption>{caption}</caption>
      <tbody>
        {rows.map(([name, tokens], at) => (
          <tr key={at}>
            <th scope="row">{name}</th>
            <td>{shortCount(tokens)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
