import { appendFileSync, mkdirSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { openCheckpoints } from "../../packages/checkpoints/src/index.ts";
import { median, milliseconds, type Row } from "../measure.ts";
import { temporaryFolder } from "../temporary-folder.ts";

const folders = 1000;
const filesEach = 100;
const rounds = 7;

/** Keeping the state of 100,000 files: the first time, with nothing changed, with one file changed; and what it takes. */
export async function checkpoints(): Promise<readonly Row[]> {
  const home = temporaryFolder();
  try {
    return await measure(join(home, "tree"), home);
  } finally {
    rmSync(home, { recursive: true, force: true });
  }
}

async function measure(root: string, home: string): Promise<readonly Row[]> {
  const bytes = makeTree(root);
  const first: number[] = [];
  for (let round = 0; round < 3; round++) {
    using store = openCheckpoints(join(home, `first-${round}`));
    first.push((await timed(() => store.capture(root))).ms);
  }
  const folder = join(home, "first-0");
  using store = openCheckpoints(folder);
  const [same, one, gaps]: [number[], number[], number[]] = [[], [], []];
  await store.capture(root); // what was written a moment ago is read once more
  for (let round = 0; round < rounds; round++) {
    const quiet = await timed(() => store.capture(root));
    same.push(quiet.ms);
    gaps.push(quiet.longestGapMs);
    appendFileSync(join(root, "folder-7/4/file-7.ts"), "\n");
    one.push((await timed(() => store.capture(root))).ms);
  }
  const stored = readdirSync(folder).reduce((sum, name) => sum + statSync(join(folder, name)).size, 0);
  const full = median(first);
  const by = (what: string, times: readonly number[], aim: number): Row => ({
    what: `a checkpoint of ${folders * filesEach} files, ${what} / the first one`,
    skein: milliseconds(median(times)),
    floor: milliseconds(full),
    value: median(times) / full,
    aim,
  });
  return [
    by("nothing changed", same, 0.05),
    by("one file changed", one, 0.06),
    {
      what: "longest time that a timer waited for it (ms), nothing changed",
      skein: milliseconds(median(gaps)),
      floor: "",
      value: median(gaps),
      aim: 50,
    },
    {
      what: "its store / the bytes of the files",
      skein: `${Math.round(stored / 1e6)} MB`,
      floor: `${Math.round(bytes / 1e6)} MB`,
      value: stored / bytes,
    },
  ];
}

/** Sources of 0.6 to 8 kB, 4 on average, no two of them alike. @returns their bytes. */
function makeTree(root: string): number {
  let bytes = 0;
  for (let folder = 0; folder < folders; folder++) {
    const place = join(root, `folder-${folder % 40}`, String(Math.floor(folder / 40)));
    mkdirSync(place, { recursive: true });
    for (let file = 0; file < filesEach; file++) {
      const lines = Array.from({ length: 10 + ((folder + file * 31) % 120) }, (_, line) => {
        const word = ((folder * 7919 + file * 104_729 + line * 1299_709) % 2_147_483_647).toString(36);
        return `export const ${word} = compute("${word}", ${folder * line}, { file: ${file} });\n`;
      }).join("");
      writeFileSync(join(place, `file-${file}.ts`), lines);
      bytes += lines.length;
    }
  }
  return bytes;
}

async function timed(
  work: () => Promise<unknown>,
): Promise<{ readonly ms: number; readonly longestGapMs: number }> {
  const startedAt = performance.now();
  let [last, longestGapMs] = [startedAt, 0];
  const beat = setInterval(() => {
    const now = performance.now();
    [last, longestGapMs] = [now, Math.max(longestGapMs, now - last)];
  }, 1);
  await work();
  clearInterval(beat);
  return { ms: performance.now() - startedAt, longestGapMs };
}
