import { readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { makeFolders } from "@skein/platform/folders";
import { ConfigError } from "@skein/protocol";
import type { ProposedMemory } from "@skein/runtime";
import { rememberMemory } from "@skein/extensions-builtin/memory";
import type { Machine } from "../machine.ts";
import { memoryFolders } from "./memory-folders.ts";

/** A note that the user has yet to decide on. */
export interface MemoryProposal extends ProposedMemory {
  /** Names it: the session's id and a number. */
  readonly id: string;
  /** Where the session worked. */
  readonly cwd: string;
}

/** The oldest ones give way. */
const mostKept = 50;

const folderOf = ({ directories }: Machine): string => join(directories.data, "memory-proposals");

/** Keeps what was proposed at the end of a session, each in a file of its own: several sessions may end at once. */
export async function keepProposals(
  machine: Machine,
  { session, cwd }: { readonly session: string; readonly cwd: string },
  proposed: readonly ProposedMemory[],
): Promise<void> {
  const folder = folderOf(machine);
  makeFolders(folder);
  for (const [at, one] of proposed.entries()) {
    const proposal: MemoryProposal = { id: `${session}-${at + 1}`, cwd, ...one };
    // Read only when whole: the name that is read comes last.
    const path = join(folder, `${proposal.id}.json`);
    await writeFile(`${path}.new`, JSON.stringify(proposal), { mode: 0o600, flag: "w" });
    await rename(`${path}.new`, path);
  }
  const names = (await readdir(folder)).toSorted();
  for (const name of names.slice(0, -mostKept)) await rm(join(folder, name), { force: true });
}

/** What was proposed and not decided on, the oldest first. */
export async function memoryProposals(machine: Machine): Promise<readonly MemoryProposal[]> {
  const folder = folderOf(machine);
  const names = await readdir(folder).catch((): string[] => []);
  const found = await Promise.all(
    names
      .filter((name) => name.endsWith(".json"))
      .toSorted()
      .map(async (name) => JSON.parse(await readFile(join(folder, name), "utf8")) as MemoryProposal),
  );
  return found;
}

/**
 * Remembers proposals, or drops them. Throws `ConfigError` for one that is not there.
 *
 * @param ids - `all`, or some of them.
 * @returns how many.
 */
export async function decideProposals(
  machine: Machine,
  ids: readonly string[],
  decision: "accept" | "decline",
): Promise<number> {
  const all = await memoryProposals(machine);
  const unknown = ids.find((id) => id !== "all" && !all.some((one) => one.id === id));
  if (unknown !== undefined) {
    const hint =
      all.length === 0 ? "There are no proposals." : `There is ${all.map(({ id }) => id).join(", ")}.`;
    throw new ConfigError("usage", `There is no proposal "${unknown}".`, { hint });
  }
  const meant = ids.includes("all") ? all : all.filter(({ id }) => ids.includes(id));
  for (const { id, cwd, category, scope, text } of meant) {
    if (decision === "accept")
      await rememberMemory(memoryFolders(machine, cwd), { category, scope }, { text, tags: [] });
    await rm(join(folderOf(machine), `${id}.json`), { force: true });
  }
  return meant.length;
}
