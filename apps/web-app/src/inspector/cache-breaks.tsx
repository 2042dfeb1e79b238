import type { ReactNode } from "react";
import { server } from "../state/server.ts";
import { useEndedRuns } from "../state/use-ended-runs.ts";
import { useLoaded } from "../state/use-loaded.ts";
import { dollars, shortCount } from "../ui/format.ts";

interface RequestUsage {
  readonly seq: number;
  readonly cacheBreak?: {
    readonly tokens: number;
    readonly costUsd: number | null;
    readonly reasons: readonly string[];
  };
}

/** What the prompt cache should have had and did not, with its price. */
export function CacheBreaks({ session }: { readonly session: string }): ReactNode {
  const { value } = useLoaded(`${session} ${useEndedRuns()}`, (signal) =>
    server.showUsage({ session }, { signal }),
  );
  const requests = (value?.requests ?? []) as readonly RequestUsage[];
  return requests.flatMap(({ seq, cacheBreak }) =>
    cacheBreak
      ? [
          <p key={seq} className="facts">
            {`The cache missed ${shortCount(cacheBreak.tokens)} tokens`}
            {cacheBreak.costUsd === null ? ". " : `, for ${dollars(cacheBreak.costUsd)} more. `}
            {cacheBreak.reasons[0]}
          </p>,
        ]
      : [],
  );
}
