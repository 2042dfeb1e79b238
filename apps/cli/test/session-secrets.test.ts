import { randomBytes } from "node:crypto";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { zstdDecompressSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { filesWith, sessionHome, shellCall, type SessionHome } from "./session-home.ts";

const secret = `Zq7${randomBytes(18).toString("hex")}`;
const env = { HERON_SECRET: secret };
let skein: SessionHome;

/** Sessions that were held before this was known to be a secret. */
beforeAll(async () => {
  skein = await sessionHome();
  writeFileSync(join(skein.cwd, "small.ini"), `key = ${secret}\n`);
  writeFileSync(join(skein.cwd, "large.ini"), `${"; a comment\n".repeat(1000)}key = ${secret}\n`);
  const turns = [
    shellCall(`echo got ${secret}; seq 1 20000; echo ${secret}; touch made`),
    { text: `It is ${secret}.` },
  ];
  await skein.hold("s-told", `use ${secret} please`, turns, ["--system", `Known: ${secret}`]);
  await skein.hold("s-clean", "hello", [{ text: "Hello." }]);
});
afterAll(() => skein[Symbol.asyncDispose]());

describe("a bundle", () => {
  it("holds no secret that is known, says which it hid, and what it runs on", async () => {
    const path = join(skein.home, "bundle.json");
    const { exitCode, stderr } = await skein.session(["export", "s-told", "--bundle", "-o", path], env);
    expect(exitCode).toBe(0);
    expect(stderr).toContain("Hidden in it: HERON_SECRET.");
    expect(stderr).toContain("Read it before you send it to anyone");
    const text = readFileSync(path, "utf8");
    expect(text).not.toContain(secret);
    expect(text).toContain("__SECRET_HERON_SECRET_");
    const { hidden, environment } = JSON.parse(text) as { hidden: boolean; environment: object };
    expect(hidden).toBe(true);
    expect(environment).toMatchObject({ node: process.versions.node, platform: process.platform });
    const plain = await skein.session(["export", "s-told", "--format", "json"], env);
    expect(plain.stdout).toContain(secret);
  });

  it("and all around it is one file for a bug report", async () => {
    const config = join(skein.home, ".config", "skein", "config.yaml");
    const { exitCode, stderr, stdout } = await skein.session(["diagnostics", "s-told", "--json"], {
      ...env,
      SKEIN_MODEL: `model-${secret}`,
    });
    const path = join(skein.cwd, "skein-diagnostics-s-told.json");
    expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: "" });
    expect(JSON.parse(stdout)).toMatchObject({ id: "s-told", path, hidden: ["HERON_SECRET"] });
    const text = readFileSync(path, "utf8");
    expect(text).not.toContain(secret);
    const report = JSON.parse(text) as {
      findings: { area: string }[];
      settings: { settings: { model: { value: string } } };
      session: { skein: number; entries: object[] };
    };
    expect(report.findings.map(({ area }) => area)).toContain("machine");
    expect(report.settings.settings.model.value).toMatch(/^model-__SECRET_/);
    expect(report.session.entries.length).toBeGreaterThan(10);
    expect(existsSync(config)).toBe(false);
  });
});

describe("skein session scrub, then remove", () => {
  it("leaves nothing of a secret in the data folder, then nothing of the session", async () => {
    const found = await skein.session(["search", secret, "--json"]);
    expect((JSON.parse(found.stdout) as { hits: object[] }).hits.length).toBeGreaterThan(1);
    expect(filesWith(skein.data, secret).length).toBeGreaterThanOrEqual(4); // journal, output, index, checkpoints
    expect(unpackedCopies(skein.data).filter((bytes) => bytes.includes(secret))).toHaveLength(2);

    const before = await skein.session(["scrub", "--all"]);
    expect(before).toMatchObject({ exitCode: 0, stdout: "" });
    const scrubbed = await skein.session(["scrub", "--all"], env);
    expect(scrubbed.exitCode).toBe(0);
    expect(scrubbed.stdout).toMatch(/^s-told +\d+ entries, 1 text for the model, 1 file of output\n$/);
    expect(scrubbed.stderr).toContain("Deleted because of the secrets in them: 2 copies of files.");
    expect(scrubbed.stderr).toContain("change them where they are valid");
    expect(filesWith(skein.data, secret)).toEqual([]);
    expect(unpackedCopies(skein.data).filter((bytes) => bytes.includes(secret))).toEqual([]);
    const shown = await skein.session(["show", "s-told"]);
    expect(shown.stdout).toMatch(/> use __SECRET_HERON_SECRET_\w+__ please/);
    const again = await skein.session(["scrub", "s-told", "--json"], env);
    expect(JSON.parse(again.stdout)).toEqual({
      sessions: [{ id: "s-told", entries: 0, blobs: 0, files: 0 }],
      failed: [],
      checkpoints: { contents: 0, snapshots: 0 },
    });

    const word = "MARKER-to-go";
    await skein.hold("s-gone", `${word} here`, [shellCall("echo x > x.txt"), { text: word }]);
    await skein.session(["search", word]);
    const asked = await skein.session(["remove", "s-gone", "s-clean"]);
    expect(asked.exitCode).toBe(7);
    expect(
      asked.stdout
        .split("\n")
        .slice(0, 2)
        .map((line) => line.split(" ")[0]),
    ).toEqual(["s-gone", "s-clean"]);
    const missing = await skein.session(["remove", "s-clean", "s-missing", "--yes"]);
    expect(missing.exitCode).toBe(2);
    const removed = await skein.session(["remove", "s-gone", "--yes", "--json"]);
    expect(JSON.parse(removed.stdout)).toEqual({ outcome: "done", sessions: ["s-gone"] });
    expect(filesWith(skein.data, word)).toEqual([]);
    expect((await skein.session(["show", "s-gone"])).exitCode).toBe(2);
  });

  it("is followed by an undo that names the file it cannot bring back", async () => {
    const path = join(skein.cwd, "token.txt");
    writeFileSync(path, `${secret}\n`);
    await skein.hold("s-file", "tidy up", [
      shellCall("rm token.txt; echo new > made.txt"),
      { text: "Done." },
    ]);
    expect((await skein.session(["scrub", "s-file"], env)).exitCode).toBe(0);
    const undone = await skein.session(["undo", "s-file", "--yes"]);
    expect(undone.exitCode).toBe(11);
    expect(undone.stderr).toContain("token.txt: it contained a secret");
    expect(existsSync(join(skein.cwd, "made.txt"))).toBe(false);
    await skein.session(["remove", "s-file", "--yes"]);
  });

  it("knows the secrets of .env in the session's folder", async () => {
    const inFile = `Hx2${randomBytes(18).toString("hex")}`;
    await skein.hold("s-env", `is it ${inFile}?`, [{ text: "It may be." }]);
    writeFileSync(join(skein.cwd, ".env"), `SOME_KEY=${inFile}\n`);
    const { exitCode } = await skein.here(["session", "scrub", "s-env"]);
    expect(exitCode).toBe(0);
    expect(filesWith(skein.data, inFile)).toEqual([]);
  });

  it("removes by age, of this folder or of all", async () => {
    await skein.hold("s-old", "hello", [{ text: "Hello." }]);
    const young = await skein.session(["remove", "--older-than", "1h", "--yes"]);
    expect(young).toMatchObject({ exitCode: 0, stdout: "" });
    const elsewhere = await skein.here(["session", "remove", "--older-than", "0s", "--yes"]);
    expect(elsewhere).toMatchObject({ exitCode: 0, stdout: "" });
    const planned = await skein.here(["session", "remove", "--older-than", "0s", "--all", "--dry-run"]);
    expect(planned.stdout).toMatch(/^s-old /m);
    const all = await skein.here(["session", "remove", "--older-than", "0s", "--all", "--yes"]);
    expect(all.exitCode).toBe(0);
    const { stdout } = await skein.session(["list", "--all", "--json"]);
    expect(JSON.parse(stdout)).toMatchObject({ total: 0 });
  });
});

/** All that checkpoints keep, as it was before it was packed. */
function unpackedCopies(data: string): readonly Buffer[] {
  using database = new DatabaseSync(join(data, "checkpoints", "checkpoints.db"), { readOnly: true });
  const rows = database.prepare("SELECT packing, bytes FROM objects").all();
  return rows.map(({ packing, bytes }) =>
    packing === 1 ? zstdDecompressSync(bytes as Uint8Array) : Buffer.from(bytes as Uint8Array),
  );
}
