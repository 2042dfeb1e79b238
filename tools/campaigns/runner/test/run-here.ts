import { execute } from "../execute.ts";
import type { NamedCampaign } from "../campaign.ts";

export interface Ran {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

/** Runs a campaign in this process. */
export async function runHere(
  campaign: NamedCampaign,
  args: readonly string[],
  signal: AbortSignal = new AbortController().signal,
): Promise<Ran> {
  let [out, err] = ["", ""];
  const output = {
    out: (text: string) => void (out += text),
    err: (text: string) => void (err += text),
    isTerminal: false,
  };
  const code = await execute(campaign, args, output, signal);
  return { code, out: out.replaceAll(/\d+\.\d s/g, "0.0 s"), err };
}
