import { accessSync, constants } from "node:fs";
import { dirname, resolve } from "node:path";
import { isInside } from "@skein/platform/folders";
import type { RefusedConnection } from "@skein/platform/hosts";

/** What a held command could not get at. Paths are absolute. */
export interface HeldParts {
  readonly cwd: string;
  readonly hidden: readonly string[];
  readonly protect: readonly string[];
  readonly network: "none" | "hosts" | "all";
  /** User id of the owner of what is at a path, where the command has no right to change it for that reason. Default: unknown. */
  readonly foreignOwner?: (path: string) => number | undefined;
  /** What the proxy has not let through meanwhile. */
  readonly refused?: readonly RefusedConnection[];
}

/** Of a long output, the end: programs say last why they gave up. */
const mostLetters = 20_000;

const readOnly = /read-only file system|\bEROFS\b/i;
const denied =
  /permission denied|\bEACCES\b|operation not permitted|\bEPERM\b|resource busy|\bEBUSY\b|no such file or directory|\bENOENT\b/i;
const refusedWrite =
  /permission denied|insufficient permission|\bEACCES\b|operation not permitted|\bEPERM\b/i;
const unreachable =
  /network is unreachable|\bENETUNREACH\b|could not resolve|name or service not known|name resolution|\bEAI_AGAIN\b|\bENOTFOUND\b|unable to resolve|dns error/i;
const refusedPort = /connection refused|\bECONNREFUSED\b|failed to connect|could not connect/i;
const ownPort = /\blocalhost\b|\b127\.\d|::1/;
const proxyWords = /\b403\b|\bforbidden\b|\bproxy\b|\btunnel/i;
const otherUser = /no new privileges|setresuid|\bsudo: /i;

/**
 * What in the output of a command points to the sandbox, as sentences. `Permission denied` alone does not: only of a path that
 * the sandbox holds back. A refused host is one only where the output speaks of it: many programs look for something in
 * passing, and go on without it.
 */
export function signsOf(output: string, held: HeldParts): readonly string[] {
  const text = output.slice(-mostLetters);
  const hosts = (held.refused ?? [])
    .filter(({ host }) => text.includes(host) || proxyWords.test(text))
    .map(({ refused }) => refused);
  const signs = [...hosts, ...text.split("\n").flatMap((line) => signsOfLine(line, held))];
  return [...new Set(signs)].slice(0, 3);
}

function signsOfLine(line: string, held: HeldParts): readonly string[] {
  const { cwd, hidden, protect, network } = held;
  if (readOnly.test(line)) return isReadOnlyOutside(line, cwd) ? [] : ["Writing there is not allowed."];
  if (denied.test(line)) {
    const paths = wordsOf(line)
      .filter((word) => /[/.]/.test(word))
      .map((word) => resolve(cwd, word));
    const isIn = (places: readonly string[]) =>
      paths.some((path) => places.some((place) => isInside(path, place)));
    if (isIn(["/run", "/var/run"])) return ["Services of this machine are not reachable."];
    if (isIn(hidden)) return ["This path is hidden."];
    if (isIn(protect)) return ["This path is protected from changes."];
    // The command may have changed its folder: then the path is not known, and the working folder has most likely the same owner.
    const owners = refusedWrite.test(line) ? [...paths, cwd].map((path) => held.foreignOwner?.(path)) : [];
    const owner = owners.find((user) => user !== undefined);
    if (owner !== undefined)
      return [`Files of the user ${owner} cannot be changed, although the command runs as root.`];
  }
  if (otherUser.test(line)) return ["Becoming another user is not possible."];
  if (network === "all") return [];
  if (unreachable.test(line))
    return [network === "none" ? "There is no network." : "Only allowed hosts can be reached, by HTTP."];
  return refusedPort.test(line) && ownPort.test(line) ? ["Ports of this machine are not reachable."] : [];
}

function wordsOf(line: string): readonly string[] {
  return line.split(/[\s'"`:,;()[\]=]+/);
}

/** Of a line, these many words can be paths. */
const mostWords = 50;

/** Whether what the line names, or the working folder, is on a mount that is read-only without the sandbox, too. */
function isReadOnlyOutside(line: string, cwd: string): boolean {
  // The first word can be the program that speaks.
  const words = wordsOf(line.trim()).slice(1, mostWords);
  const absolute = words.filter((word) => word.startsWith("/"));
  const paths = absolute.length > 0 ? absolute : [cwd, ...words.map((word) => resolve(cwd, word))];
  return paths.some(isOnReadOnlyMount);
}

function isOnReadOnlyMount(path: string): boolean {
  try {
    accessSync(path, constants.W_OK);
    return false;
  } catch (error) {
    const code = error instanceof Error && "code" in error ? error.code : undefined;
    return code === "EROFS" || (code === "ENOENT" && path !== "/" && isOnReadOnlyMount(dirname(path)));
  }
}
