import type { ReactNode } from "react";
import { server } from "../state/server.ts";
import { useLoaded } from "../state/use-loaded.ts";
import { dollars, shortCount } from "../ui/format.ts";

interface SpendingLine {
  readonly spentUsd?: number | null;
  readonly tokens: number;
  readonly isEstimate?: boolean;
  readonly limitUsd?: number | null;
}

/** What was spent today and in a project, and how much may be. */
export function SpendingToday({ cwd }: { readonly cwd: string }): ReactNode {
  const { value } = useLoaded(cwd, (signal) => server.showSpending({ cwd }, { signal }));
  if (!value) return undefined;
  return (
    <dl className="spent">
      <dt>Today</dt>
      <dd>{lineText(value.day)}</dd>
      <dt>This project</dt>
      <dd>{lineText(value.project)}</dd>
    </dl>
  );
}

function lineText({ spentUsd, tokens, isEstimate = false, limitUsd }: SpendingLine): string {
  const cost = typeof spentUsd === "number" ? dollars(spentUsd, isEstimate) : "cost unknown";
  const limit = typeof limitUsd === "number" ? ` of ${dollars(limitUsd)}` : "";
  return `${cost}${limit} · ${shortCount(tokens)} tokens`;
}
