import { createHash } from "node:crypto";
import { chmod, mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";

/** A `gh` for tests: a real program that answers from files, and writes down what it was asked and with what. */
export interface StubGh {
  /** For the environment. */
  readonly path: string;
  /** One line a call: its arguments. */
  calls(): Promise<readonly string[]>;
  /** The environment of the last call. */
  environment(): Promise<string>;
  /** What the repository holds from now on. */
  serve(files: Readonly<Record<string, string>>, extra?: readonly object[]): Promise<void>;
  /** From now on, what comes instead of an answer: lines of a shell script. */
  breakWith(script: string): Promise<void>;
  /** Changes the content of a file without changing its hash. */
  corrupt(path: string, content: string): Promise<void>;
}

export async function stubGh(folder: string, programFolder = join(folder, "bin")): Promise<StubGh> {
  const answers = join(folder, "gh-answers");
  await Promise.all([answers, programFolder].map((each) => mkdir(each, { recursive: true })));
  const shas = new Map<string, string>();
  const program = (body: string) => `#!/bin/sh
echo "$*" >> '${folder}/gh-calls'
env > '${folder}/gh-env'
${body}
`;
  const answer = `for last; do :; done
name=$(printf '%s' "$last" | tr '/?=' '___')
if [ -f '${answers}'/"$name" ]; then cat '${answers}'/"$name"; else echo "gh: Not Found (HTTP 404)" >&2; exit 1; fi`;
  const install = async (body: string) => {
    await writeFile(join(programFolder, "gh"), program(body));
    await chmod(join(programFolder, "gh"), 0o755);
  };
  await install(answer);
  const fileFor = (request: string) => join(answers, request.replaceAll(/[/?=]/g, "_"));
  const read = (name: string) => readFile(join(folder, name), "utf8").catch(() => "");
  return {
    path: `${programFolder}:/usr/bin:/bin`,
    calls: async () => (await read("gh-calls")).split("\n").filter((line) => line !== ""),
    environment: () => read("gh-env"),
    async serve(files, extra = []) {
      const tree = Object.entries(files).map(([path, content]) => {
        const sha = gitSha(content);
        shas.set(path, sha);
        return { path, mode: "100644", type: "blob", sha, size: Buffer.byteLength(content) };
      });
      const names = new Set(
        Object.keys(files).flatMap((path) => (path.includes("/") ? [path.split("/")[0]!] : [])),
      );
      const folders = [...names].map((path) => ({
        path,
        mode: "040000",
        type: "tree",
        sha: gitSha(JSON.stringify(tree.filter((file) => file.path.startsWith(`${path}/`)))),
      }));
      const all = { sha: "0", truncated: false, tree: [...folders, ...tree, ...extra] };
      await writeFile(fileFor("repos/geese/recipes/git/trees/HEAD?recursive=1"), JSON.stringify(all));
      const blobs = Object.values(files).map((content) =>
        writeFile(fileFor(`repos/geese/recipes/git/blobs/${gitSha(content)}`), content),
      );
      await Promise.all(blobs);
    },
    breakWith: install,
    corrupt: (path, content) =>
      writeFile(fileFor(`repos/geese/recipes/git/blobs/${shas.get(path)}`), content),
  };
}

function gitSha(content: string): string {
  return createHash("sha1")
    .update(`blob ${Buffer.byteLength(content)}\0`)
    .update(content)
    .digest("hex");
}
