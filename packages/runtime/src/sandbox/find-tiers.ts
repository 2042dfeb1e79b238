import { subscribe, unsubscribe } from "node:diagnostics_channel";
import type { Barrier, Barriers } from "@skein/sandbox";
import { refuseTemporaryFolder } from "../folders/temporary-folder.ts";
import { keepTiers, readKeptTiers, type KnownTier } from "./kept-tiers.ts";
import { loadSandbox } from "../later.ts";

let probing: Promise<Barriers> | undefined;

/**
 * Which tiers hold commands here. They are tried once in a process, which takes some 30 ms.
 *
 * @throws ConfigError when there is no temporary folder to try them in.
 */
export function sandboxTiers(): Promise<Barriers> {
  return (probing ??= loadSandbox()
    .then(({ probeTiers }) => probeTiers())
    .catch(refuseTemporaryFolder));
}

type OnCrash = "continue" | "stop" | undefined;

/** Those that can be used: who enters the network of the tier full must not be in another namespace already. */
export async function usableTiers(onCrash: OnCrash): Promise<Barriers> {
  const { found, missing } = await sandboxTiers();
  return { found: usable(found, onCrash), missing };
}

function usable<Tier extends KnownTier>(found: readonly Tier[], onCrash: OnCrash): readonly Tier[] {
  return found.filter(({ tier }) => onCrash !== "stop" || tier !== "full");
}

/** A tier for a session: what it is, and the barrier itself, which has been tried. */
export interface ChosenTier extends KnownTier {
  /** @throws SandboxError when the tier does not work any more: nothing may be started then. */
  readonly barrier: () => Promise<Barrier>;
}

export interface FindTiersOptions {
  readonly onCrash?: OnCrash;
  /** Which of the kept ones will do; if none does, a trial says why. Default: all. */
  readonly fits?: (tier: KnownTier) => boolean;
  /** Where tiers are kept between starts. Default: they are not, and tried at once. */
  readonly stateFolder?: string | undefined;
  /** Default: `sandboxTiers`. */
  readonly probe?: () => Promise<Barriers>;
}

/**
 * The tiers of an earlier start on this machine, which are tried again behind the first request or by the first command;
 * without such, those that a trial finds now.
 */
export async function tiersOfStart(
  options: FindTiersOptions,
): Promise<{ readonly found: readonly ChosenTier[]; readonly missing: Barriers["missing"] }> {
  const { onCrash, stateFolder, fits = () => true, probe = sandboxTiers } = options;
  const tried = async (): Promise<Barriers> => {
    const barriers = await probe();
    if (stateFolder !== undefined) await keepTiers(stateFolder, barriers.found).catch(() => {});
    return barriers;
  };
  const kept = stateFolder === undefined ? [] : usable(readKeptTiers(stateFolder), onCrash).filter(fits);
  if (kept.length === 0) {
    const { found, missing } = await tried();
    const chosen = usable(found, onCrash).map((barrier) => ({ ...barrier, barrier: async () => barrier }));
    return { found: chosen, missing };
  }
  let trying: Promise<Barriers> | undefined;
  const again = () => (trying ??= tried());
  behindRequest(() => void again().catch(() => {}));
  const found = kept.map((known): ChosenTier => ({
    ...known,
    barrier: async () => barrierOf(known, await again()),
  }));
  return { found, missing: [] };
}

/** Runs it when the next HTTP request of this process is out. */
function behindRequest(work: () => void): void {
  const channel = "http.client.request.start";
  const onRequest = (): void => {
    unsubscribe(channel, onRequest);
    setTimeout(work, requestMs).unref();
  };
  subscribe(channel, onRequest);
}

/** Of writing a request; nothing is wrong when it takes longer. */
const requestMs = 20;

async function barrierOf({ tier }: KnownTier, { found, missing }: Barriers): Promise<Barrier> {
  const barrier = found.find((one) => one.tier === tier);
  if (barrier) return barrier;
  const { SandboxError } = await loadSandbox();
  const reason = missing.find((one) => one.tier === tier)?.reason ?? "";
  throw new SandboxError(
    `The sandbox (${tier}) worked at an earlier start and does not work now, so no command can run in this session. ${reason} Ask the user to start Skein again: it will use what works then.`,
  );
}
