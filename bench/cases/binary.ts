import { statSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { bareRequest, openArrivals } from "../arrivals.ts";
import { milliseconds, node, paired, succeed, timeProcess, type Row } from "../measure.ts";
import { benchHome } from "../skein.ts";
import { temporaryFolder } from "../temporary-folder.ts";

const build = fileURLToPath(new URL("../../tools/binary/run.ts", import.meta.url));
let building: Promise<string> | undefined;

/** Once, for all rounds. */
function built(): Promise<string> {
  building ??= (async () => {
    const program = join(temporaryFolder(), "skein");
    await succeed(node, [build, program]);
    return program;
  })();
  return building;
}

/** `skein` as a single executable, unpacked by a start that is not counted: its start, its first request, its size. */
export async function binary(): Promise<readonly Row[]> {
  await using arrivals = await openArrivals();
  const env = benchHome(arrivals.url);
  const program = await built();
  const version = await paired(
    21,
    async () => (await timeProcess(program, ["--version"], env)).ms,
    async () => (await timeProcess(node, ["-e", "0"])).ms,
  );
  const request = await paired(
    9,
    async () => (await arrivals.of(program, ["run", "-t", "hello", "--no-session"], env)).ms,
    async () => (await arrivals.of(node, [bareRequest, arrivals.url], {})).ms,
  );
  const size = statSync(program).size / 1e6;
  const row = (what: string, { skein, floor, ratio }: typeof version): Row => ({
    what,
    skein: milliseconds(skein),
    floor: milliseconds(floor),
    value: ratio,
  });
  return [
    row("single executable: --version / node -e 0", version),
    row("single executable: first request, Anthropic, no session / a bare program's", request),
    { what: "single executable: its size (MB)", skein: `${Math.round(size)} MB`, floor: "", value: size },
  ];
}
