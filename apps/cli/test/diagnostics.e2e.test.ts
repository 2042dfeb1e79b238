import { mkdir, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { anthropicServer } from "@skein/provider-conformance/servers";
import { processesWith } from "@skein/test-kit";
import { describe, expect, it } from "vitest";
import { say } from "./replies.ts";
import { skeinHome } from "./skein.ts";

const repository = join(import.meta.dirname, "..", "..", "..");
const change = { path: "price.ts", old_text: "= 3;", new_text: '= "3";' };
const edit = { type: "tool-call", id: "t1", name: "edit", input: change } as const;
const patient = { SKEIN_DIAGNOSTICS: "on", SKEIN_DIAGNOSTICS_TIMEOUT: "50s" };

describe("an edit in a project with TypeScript's language server", () => {
  it("says in its result which type error it has brought", async () => {
    await using server = await anthropicServer([{ parts: [edit] }, say("I see.")]);
    await using skein = await skeinHome(server.url);
    const cwd = await project(skein.home);
    const { exitCode, stderr } = await skein.run(["run", "-t", "go", "--mode", "auto"], patient, { cwd });
    expect([exitCode, stderr]).toEqual([0, expect.stringContaining("reports 1 new error")]);
    expect(server.requests[1]?.bytes.toString()).toContain(
      "The typescript language server reports 1 new error in price.ts after this change:\\nprice.ts:1:14 Type 'string' is not assignable to type 'number'. (2322)",
    );
    expect(await processesWith(join(cwd, "node_modules"))).toEqual([]);
  });

  it("says it of files that a command has changed and made, and of nothing else", async () => {
    const command =
      "sed -i 's/= 3/= \"3\"/' price.ts; echo 'export const old: string = 1;' >new.ts; echo fine >notes.txt";
    const run = { type: "tool-call", id: "t1", name: "shell", input: { command } } as const;
    const again = { ...run, id: "t2", input: { command: "echo more >>notes.txt" } };
    await using server = await anthropicServer([{ parts: [run] }, { parts: [again] }, say("I see.")]);
    await using skein = await skeinHome(server.url);
    const cwd = await project(skein.home);
    await skein.run(["run", "-t", "go", "--mode", "auto"], patient, { cwd });
    const told = server.requests[1]?.bytes.toString() ?? "";
    expect(told).toContain("price.ts:1:14 Type 'string' is not assignable to type 'number'. (2322)");
    expect(told).toContain("new.ts:1:14 Type 'number' is not assignable to type 'string'. (2322)");
    expect(server.requests[2]?.bytes.toString().split("language server reports")).toHaveLength(3);
    expect(await processesWith(join(cwd, "node_modules"))).toEqual([]);
  });

  it("leaves no server behind when Skein is killed", async () => {
    await using server = await anthropicServer([{ parts: [edit] }, { ...say("Never."), delayMs: 60_000 }]);
    await using skein = await skeinHome(server.url);
    const cwd = await project(skein.home);
    const running = skein.start(["run", "-t", "go", "--mode", "auto"], patient, { cwd });
    const servers = () => processesWith(join(cwd, "node_modules"));
    await expect.poll(servers, { interval: 200 }).not.toEqual([]);
    running.child.kill("SIGKILL");
    await expect.poll(servers, { interval: 200 }).toEqual([]);
  });

  it("starts nothing of a project that is not trusted", async () => {
    await using server = await anthropicServer([{ parts: [edit] }, say("Done.")]);
    await using skein = await skeinHome(server.url);
    const cwd = await project(skein.home);
    const { exitCode } = await skein.run(["run", "-t", "go", "--mode", "auto"], {}, { cwd });
    expect(exitCode).toBe(0);
    expect(server.requests[1]?.bytes.toString()).not.toContain("language server");
  });
});

/** A project with a compiler and a language server of its own. */
async function project(home: string): Promise<string> {
  const cwd = join(home, "project");
  await mkdir(join(cwd, "node_modules", ".bin"), { recursive: true });
  const server = "packages/extensions-builtin/node_modules/typescript-language-server/lib/cli.mjs";
  await symlink(join(repository, server), join(cwd, "node_modules", ".bin", "typescript-language-server"));
  await symlink(
    join(repository, "tools/docs/node_modules/typescript"),
    join(cwd, "node_modules", "typescript"),
  );
  await writeFile(join(cwd, "tsconfig.json"), '{ "compilerOptions": { "strict": true } }\n');
  await writeFile(join(cwd, "price.ts"), "export const price: number = 3;\n");
  return cwd;
}
