import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { temporaryFolder } from "@skein/test-kit";
import { describe, expect, it } from "vitest";
import { createRuntime, type ScrubEnd } from "../src/index.ts";
import { done, scriptedProvider, setUp, shell, use } from "./set-up.ts";

const fromEnvironment = "q8Zr-4kTn-77xW-pLm2";
const fromFile = "Xy9_kQ2-vB7.mN4wErT6";
const fromKeyring = "zP3mVt8QhN5wKc1LrD7x";

async function filesBelow(folder: string): Promise<string> {
  const names = await readdir(folder, { recursive: true });
  const texts = await Promise.all(
    names.map((name) => readFile(join(folder, name), "latin1").catch(() => "")),
  );
  return texts.join("\n");
}

describe("secrets of the machine", () => {
  it("are in no file and no request, and survive the edit of another line", async () => {
    await using folder = await temporaryFolder();
    await using work = await temporaryFolder();
    const dotenv = join(work.path, ".env");
    await writeFile(dotenv, `PORT=3000\nDB_PASSWORD=${fromFile}\n`);
    const { provider, model } = scriptedProvider([
      use("read", { path: ".env" }),
      (request) => {
        const text = JSON.stringify(request.messages);
        const hidden = /DB_PASSWORD=(__SECRET_\w+__)/.exec(text)?.[1];
        return use("write", { path: ".env", content: `PORT=4000\nDB_PASSWORD=${hidden}\n` });
      },
      shell("3", `cat .env; echo ${fromEnvironment} ${fromKeyring}; cat .env > copy.txt`),
      done,
    ]);
    const runtime = createRuntime({
      providers: { scripted: async () => provider },
      dataFolder: folder.path,
      env: { ...process.env, SOME_TOKEN: fromEnvironment },
      secrets: async () => [{ name: "PROVIDER_KEY", value: fromKeyring }],
    });
    const { settings } = setUp(folder.path, [], work.path);
    const rules = [{ tool: "write", verdict: "allow" as const }];
    const { agent } = await runtime.open({ ...settings, rules });
    const result = await agent.run(`My token is ${fromEnvironment}.`).result;
    expect(result.outcome).toBe("done");
    await runtime[Symbol.asyncDispose]();
    expect(await readFile(dotenv, "utf8")).toBe(`PORT=4000\nDB_PASSWORD=${fromFile}\n`);
    expect(await readFile(join(work.path, "copy.txt"), "utf8")).toContain(fromFile);
    const checkpoints = join(folder.path, "checkpoints");
    const kept = (await filesBelow(folder.path)).replaceAll(await filesBelow(checkpoints), "");
    const sent = JSON.stringify(model.requests);
    for (const secret of [fromEnvironment, fromFile, fromKeyring]) {
      expect(kept).not.toContain(secret);
      expect(sent).not.toContain(secret);
    }
    expect(sent).toContain("__SECRET_SOME_TOKEN");
  });

  it("that were written before they were known can be taken out", async () => {
    await using folder = await temporaryFolder();
    await using work = await temporaryFolder();
    const { runtime, settings } = setUp(
      folder.path,
      [shell("1", `echo ${fromFile}; seq 20000`), done],
      work.path,
    );
    const { agent } = await runtime.open(settings);
    await agent.run(`It is ${fromFile}.`).result;
    await agent.close();
    expect(await filesBelow(join(folder.path, "sessions"))).toContain(fromFile);
    await writeFile(join(work.path, ".env"), `DB_PASSWORD=${fromFile}\n`);
    const redactor = await runtime.redactor(work.path);
    const scrub = async () => {
      const ends: ScrubEnd[] = [];
      const checkpoints = await runtime.sessions.scrub([{ session: agent.session, redactor }], (end) =>
        ends.push(end),
      );
      return { ends, checkpoints };
    };
    expect((await scrub()).ends).toEqual([
      { session: agent.session, entries: expect.toSatisfy((count: number) => count > 2), blobs: 0, files: 1 },
    ]);
    expect(await filesBelow(join(folder.path, "sessions"))).not.toContain(fromFile);
    expect(await scrub()).toEqual({
      ends: [{ session: agent.session, entries: 0, blobs: 0, files: 0 }],
      checkpoints: { contents: 0, snapshots: 0 },
    });
    await runtime[Symbol.asyncDispose]();
  });
});
