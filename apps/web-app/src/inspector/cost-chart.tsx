import type { ReactNode } from "react";
import { useSessionPart } from "../state/current-session.tsx";
import { dollars, shortCount } from "../ui/format.ts";
import { CacheBreaks } from "./cache-breaks.tsx";
import { stackedBars, tokenKinds, type StackedBar } from "./stacked-bars.ts";

const [barWidth, gap, height] = [10, 3, 140];

/** Tokens by kind for each model call, as stacked bars. */
export function CostChart({ session }: { readonly session: string }): ReactNode {
  const { calls } = useSessionPart((state) => state.ledger);
  const bars = stackedBars(calls);
  if (bars.length === 0) return <p className="empty">No model was called yet.</p>;
  const most = Math.max(...bars.map(({ total }) => total), 1);
  const cost = calls.reduce((sum, { costUsd = 0 }) => sum + costUsd, 0);
  const width = bars.length * (barWidth + gap);
  return (
    <div className="costs">
      <p>{`${calls.length} model calls · ${dollars(
        cost,
        calls.some(({ isEstimate }) => isEstimate),
      )}`}</p>
      <div className="chart" tabIndex={0} role="region" aria-label="Chart of tokens">
        <svg width={width} height={height} role="img" aria-label="Tokens of each model call">
          {bars.map((bar, at) => (
            <Bar key={bar.call.seq} bar={bar} x={at * (barWidth + gap)} scale={height / most} />
          ))}
        </svg>
      </div>
      <ul className="legend">
        {tokenKinds.map((kind) => (
          <li key={kind} data-kind={kind}>
            {`${kind} ${shortCount(bars.reduce((sum, { tokens }) => sum + tokens[kind], 0))}`}
          </li>
        ))}
      </ul>
      <CacheBreaks session={session} />
    </div>
  );
}

interface BarProps {
  readonly bar: StackedBar;
  readonly x: number;
  readonly scale: number;
}

function Bar({ bar, x, scale }: BarProps): ReactNode {
  let top = height;
  return (
    <g>
      <title>{`${bar.call.purpose}, ${bar.call.model}: ${bar.total} tokens`}</title>
      {tokenKinds.map((kind) => {
        const size = bar.tokens[kind] * scale;
        top -= size;
        return <rect key={kind} data-kind={kind} x={x} y={top} width={barWidth} height={size} />;
      })}
    </g>
  );
}
