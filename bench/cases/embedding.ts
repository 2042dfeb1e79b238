import { cpSync, mkdirSync, readdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { milliseconds, node, paired, succeed, timeProcess, type Row } from "../measure.ts";
import { temporaryFolder } from "../temporary-folder.ts";

const packages = fileURLToPath(new URL("../../packages", import.meta.url));
const example = fileURLToPath(new URL("../../examples/first-agent", import.meta.url));

const installed = ["protocol", "agent", "extension-kit", "provider-kit", "provider-replay"];
let installing: Promise<string> | undefined;

/** A project that has installed packages as they are published. Once, for all rounds. */
function installedProject(): Promise<string> {
  installing ??= install(installed);
  return installing;
}

/** Built and packed, and nothing of this repository around them. */
async function install(names: readonly string[]): Promise<string> {
  const folder = temporaryFolder();
  const chosen = names.flatMap((name) => ["--filter", `@skein/${name}`]);
  await succeed("pnpm", ["--dir", packages, ...chosen, "run", "build"]);
  for (const name of names) {
    const home = join(folder, "node_modules", "@skein", name);
    mkdirSync(home, { recursive: true });
    await succeed("pnpm", ["--dir", join(packages, name), "pack", "--pack-destination", home]);
    const tarball = readdirSync(home).find((file) => file.endsWith(".tgz")) ?? "";
    await succeed("tar", ["-xzf", join(home, tarball), "-C", home, "--strip-components", "1"]);
  }
  symlinkSync(join(packages, "agent", "node_modules", "zod"), join(folder, "node_modules", "zod"));
  symlinkSync(join(packages, "..", "node_modules", "@types"), join(folder, "node_modules", "@types"));
  return folder;
}

/** What an app pays for `@skein/agent`: beside a module that imports nothing. */
export async function embedding(): Promise<readonly Row[]> {
  const folder = await installedProject();
  const [main, empty] = [join(folder, "main.mjs"), join(folder, "empty.mjs")];
  writeFileSync(main, 'import "@skein/agent";');
  writeFileSync(empty, "");
  const peaks: number[] = [];
  const figures = await paired(
    21,
    async () => {
      const run = await timeProcess(node, [main]);
      peaks.push(run.peakKb);
      return run.ms;
    },
    async () => (await timeProcess(node, [empty])).ms,
  );
  return [
    {
      what: "importing @skein/agent, as published / an empty module",
      skein: milliseconds(figures.skein),
      floor: milliseconds(figures.floor),
      value: figures.ratio,
      aim: 1.3,
    },
    {
      what: "peak memory with it (MB)",
      skein: `${Math.round(Math.max(...peaks) / 1024)} MB`,
      floor: "",
      value: Math.max(...peaks) / 1024,
      aim: 60,
    },
    await types(),
  ];
}

const zodAlone = `import { z } from "zod";
export const schemas = [z.object({ city: z.string() }), z.object({ celsius: z.number() })];
`;

/** Types that the compiler makes for the first example, beyond those for its two zod schemas alone; libraries checked. */
async function types(): Promise<Row> {
  const folder = await installedProject();
  writeFileSync(join(folder, "package.json"), '{"type":"module"}');
  cpSync(join(example, "main.ts"), join(folder, "agent.ts"));
  writeFileSync(join(folder, "floor.ts"), zodAlone);
  const [ours, floor] = [await countTypes(folder, "agent.ts"), await countTypes(folder, "floor.ts")];
  return {
    what: `types of an app with agent and one zod tool, beyond zod's (${ours.errors} errors)`,
    skein: String(ours.types),
    floor: String(floor.types),
    value: ours.errors > 0 ? Number.POSITIVE_INFINITY : ours.types - floor.types,
    aim: 5_000,
  };
}

async function countTypes(folder: string, file: string): Promise<{ types: number; errors: number }> {
  const compilerOptions = {
    target: "es2024",
    lib: ["es2024", "esnext.disposable"],
    module: "nodenext",
    types: ["node"],
    strict: true,
    skipLibCheck: false,
    noEmit: true,
  };
  const project = join(folder, `${file}.json`);
  writeFileSync(project, JSON.stringify({ compilerOptions, files: [file] }));
  const { stdout } = await timeProcess("tsc", ["-p", project, "--extendedDiagnostics"]);
  return {
    types: Number(/^Types:\s+(\d+)/m.exec(stdout)?.[1] ?? Number.NaN),
    errors: stdout.match(/error TS/g)?.length ?? 0,
  };
}
