import { mkdirSync, readdirSync } from "node:fs";
import { basename, join, resolve } from "node:path";
import { packAll } from "./pack.ts";
import { buildLibraries, publishedMembers } from "./published.ts";
import { writeSboms } from "./sbom.ts";

// node tools/packages/release.ts [FOLDER]: builds everything and packs every package that is published into FOLDER,
// by default dist/release; what each consists of goes into FOLDER/sbom.
const root = process.cwd();
const folder = resolve(process.argv[2] ?? "dist/release");
process.exitCode = (await release()) ? 0 : 1;

async function release(): Promise<boolean> {
  mkdirSync(folder, { recursive: true });
  if (readdirSync(folder).length > 0) {
    console.log(
      `${folder} is not empty: name another folder, or empty it, so that no older tarball is taken for new.`,
    );
    return false;
  }
  const problem = await buildLibraries(root);
  if (problem !== undefined) {
    console.log(problem);
    return false;
  }
  const members = publishedMembers(root);
  const sboms = join(folder, "sbom");
  mkdirSync(sboms);
  const unknown = await writeSboms(root, members, sboms);
  if (unknown !== undefined) {
    console.log(unknown);
    return false;
  }
  const packed = await packAll(members, folder);
  for (const { member, tarball, bytes, problem: broken } of packed) {
    console.log(
      tarball === undefined ? `--- ${member.folder} ---\n${broken}` : line(basename(tarball), bytes),
    );
  }
  const good = packed.filter(({ tarball }) => tarball !== undefined);
  const total = good.reduce((sum, { bytes }) => sum + bytes, 0);
  console.log(`\n${line(`${good.length} of ${packed.length} packages`, total)}\nin ${folder}`);
  return good.length === packed.length;
}

function line(name: string, bytes: number): string {
  return `${name.padEnd(44)} ${`${(bytes / 1000).toFixed(1)} kB`.padStart(12)}`;
}
