import { constants } from "node:fs";
import { open, realpath, writeFile } from "node:fs/promises";
import { dirname, join, sep } from "node:path";
import { makeFolders } from "@skein/platform/folders";
import type { TestCase } from "./test-case.ts";

/** Bytes of a file that an expectation speaks of. */
const mostBytes = 4 * 1024 * 1024;

/** Writes the files of a case into an empty folder. */
export async function fillWorkspace({ files }: TestCase, folder: string): Promise<void> {
  for (const [path, content] of Object.entries(files)) {
    const full = join(folder, path);
    makeFolders(dirname(full));
    await writeFile(full, content);
  }
}

/** The files that a case's expectations speak of. */
export function filesOf({ expectations }: TestCase): readonly string[] {
  const paths = expectations.flatMap((expectation) => {
    if (expectation.kind === "absent") return [expectation.file];
    return expectation.kind === "text" && expectation.of.kind === "file" ? [expectation.of.path] : [];
  });
  return [...new Set(paths)];
}

/** Contents of those files as far as they are there. Links that lead out of the folder count as not there. */
export async function readWorkspace(
  test: TestCase,
  folder: string,
): Promise<Readonly<Record<string, string>>> {
  const root = await realpath(folder);
  const read = filesOf(test).map(async (path): Promise<[string, string][]> => {
    const real = await realpath(join(folder, path)).catch(() => undefined);
    if (real === undefined || !real.startsWith(root + sep)) return [];
    // Without O_NONBLOCK, a named pipe would be waited for.
    await using file = await open(real, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
    const stats = await file.stat();
    if (!stats.isFile()) return [[path, ""]];
    const { buffer, bytesRead } = await file.read(Buffer.alloc(Math.min(stats.size, mostBytes)));
    return [[path, buffer.toString("utf8", 0, bytesRead)]];
  });
  return Object.fromEntries((await Promise.all(read)).flat());
}
