import type { ReactNode } from "react";
import type { DayBar } from "./by-day.ts";

const [barWidth, gap, height] = [16, 4, 80];

interface DayChartProps {
  readonly label: string;
  readonly bars: readonly DayBar[];
  /** The names of colours, from the bottom up. */
  readonly kinds: readonly string[];
  /** What a day comes to, in words. */
  readonly wordsOf: (bar: DayBar) => string;
}

/** A bar for each day, with its parts. Nothing is drawn where nothing happened. */
export function DayChart({ label, bars, kinds, wordsOf }: DayChartProps): ReactNode {
  if (bars.length === 0) return undefined;
  const totals = bars.map(({ parts }) => parts.reduce((sum, part) => sum + part, 0));
  const scale = height / Math.max(...totals);
  const dayOf = new Intl.DateTimeFormat(undefined, { dateStyle: "medium" });
  const words = bars.map((bar) => `${dayOf.format(bar.day)}: ${wordsOf(bar)}`);
  return (
    <div className="chart" tabIndex={0} role="region" aria-label={label}>
      <svg
        width={bars.length * (barWidth + gap)}
        height={height}
        role="img"
        aria-label={`${label}. ${words.filter((_, at) => (totals[at] ?? 0) > 0).join(". ")}`}
      >
        {bars.map((bar, at) => (
          <Day
            key={bar.day}
            bar={bar}
            x={at * (barWidth + gap)}
            scale={scale}
            kinds={kinds}
            title={words[at]}
          />
        ))}
      </svg>
    </div>
  );
}

interface DayProps extends Pick<DayChartProps, "kinds"> {
  readonly bar: DayBar;
  readonly x: number;
  readonly scale: number;
  readonly title: string | undefined;
}

function Day({ bar, x, scale, kinds, title }: DayProps): ReactNode {
  let top = height;
  return (
    <g>
      <title>{title}</title>
      <rect data-kind="none" x={x} y={0} width={barWidth} height={height} />
      {bar.parts.map((part, kind) => {
        const size = part * scale;
        top -= size;
        return <rect key={kind} data-kind={kinds[kind]} x={x} y={top} width={barWidth} height={size} />;
      })}
    </g>
  );
}
