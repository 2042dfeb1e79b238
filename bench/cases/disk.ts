import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { serveReplies, shellReply, textReply } from "../anthropic-server.ts";
import { node, timeProcess, type Row } from "../measure.ts";
import { benchHome, skein } from "../skein.ts";
import { temporaryFolder } from "../temporary-folder.ts";

const commands = 10;
/** Files that are younger are read again each time. */
const settledMs = 2_500;

/** What a session asks of the disk, as system calls that `strace` counts: flushes, reads of the configuration, files that stay. */
export async function disk(): Promise<readonly Row[]> {
  await using server = await serveReplies((count) =>
    count % (commands + 1) < commands ? shellReply(`t${count}`, `echo ${count}`) : textReply(["Done."]),
  );
  const env: Readonly<Record<string, string>> = { ...benchHome(server.url), SKEIN_MODE: "auto" };
  const { HOME: home = "" } = env;
  const config = join(home, ".config", "skein");
  mkdirSync(config, { recursive: true });
  writeFileSync(join(config, "config.yaml"), "maxTurns: 100\n");
  const trace = join(temporaryFolder(), "trace");
  const calls = "fsync,fdatasync,openat,write,writev,sendto";
  const run = [node, skein, "run", "-t", "go", "-q", "--sandbox", "off", "--session-id", "disk"];
  await timeProcess(node, [...run.slice(1, -1), "first"], env); // makes what is made once in a lifetime
  await sleep(settledMs);
  await timeProcess("strace", ["-f", "-y", "-s", "64", "-e", `trace=${calls}`, "-o", trace, ...run], env);
  const lines = readFileSync(trace, "utf8").split("\n");
  const firstRequest = lines.findIndex((line) => line.includes("POST /v1/messages"));
  const isFlush = (line: string) => /f(?:data)?sync\(/.test(line) && !line.includes("resumed");
  const read = lines.filter((line) => line.includes("openat(") && line.includes(join(config, "config.yaml")));
  const left = readdirSync(join(home, ".local/share/skein/sessions/disk/calls"), { recursive: true });
  const count = (what: string, value: number, aim?: number): Row => ({
    what,
    skein: String(value),
    floor: "",
    value,
    ...(aim === undefined ? {} : { aim }),
  });
  return [
    count("flushes to disk until the first request", lines.slice(0, firstRequest).filter(isFlush).length, 1),
    count(`flushes of a session with ${commands} commands, one a turn`, lines.filter(isFlush).length),
    count("times that a start reads the user's configuration", read.length, 1),
    count(`files and folders that ${commands} small outputs leave`, left.length, 0),
  ];
}
