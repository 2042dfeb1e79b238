import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { anthropicServer, serveScript } from "@skein/provider-conformance/servers";
import { describe, expect, it } from "vitest";
import { skeinHome, type SkeinHome } from "./skein.ts";
import { hasTerminal, skeinInTerminal } from "./terminal.ts";

const key = "sk-ant-new-key-9876543210";
const noKey = { ANTHROPIC_API_KEY: "" };
const configOf = (skein: SkeinHome): string => join(skein.home, ".config", "skein", "config.yaml");
const keyFileOf = (skein: SkeinHome): string =>
  join(skein.home, ".local", "share", "skein", "secrets", "ANTHROPIC_API_KEY");

function writeConfig(skein: SkeinHome, text: string): void {
  mkdirSync(join(configOf(skein), ".."), { recursive: true });
  writeFileSync(configOf(skein), text);
}

describe("skein configure with flags", () => {
  it("tries the key, keeps it for its owner alone, and then a run finds it and says so", async () => {
    await using server = await anthropicServer(() => ({ parts: [{ type: "text", text: "Hello." }] }));
    await using skein = await skeinHome(server.url);
    const flags = ["--provider", "anthropic", "--key-stdin", "--model", "claude-test"];
    const saved = await skein.run(["configure", ...flags], noKey, { input: `${key}\n` });
    expect(saved).toMatchObject({ exitCode: 0, stdout: "" });
    expect(saved.stderr).toContain("anthropic answers.");
    expect(saved.stderr).not.toContain(key);
    expect(server.requests[0]?.headers["x-api-key"]).toBe(key);
    expect(readFileSync(configOf(skein), "utf8")).toBe("provider: anthropic\nmodel: claude-test\n");
    expect(readFileSync(keyFileOf(skein), "utf8")).toBe(`${key}\n`);
    expect((statSync(keyFileOf(skein)).mode & 0o777).toString(8)).toBe("600");

    const quiet = await skein.here(["run", "-q", "-t", "hi"], noKey);
    expect(quiet.stderr).not.toContain("keyring"); // and it is still to be said
    const run = await skein.here(["run", "-t", "hi"], noKey);
    expect(run).toMatchObject({ exitCode: 0, stdout: "Hello.\n" });
    expect(run.stderr).toContain(`is read from a file, because no keyring has it: ${keyFileOf(skein)}`);
    expect(run.stderr).not.toContain(key);
    expect(server.requests.at(-1)?.headers["x-api-key"]).toBe(key);
    const again = await skein.here(["run", "-t", "hi"], noKey);
    expect(again).toMatchObject({ exitCode: 0, stdout: "Hello.\n" });
    expect(again.stderr).not.toContain("keyring");
  });

  it("changes what it is told to and leaves comments and order alone", async () => {
    await using server = await anthropicServer([]);
    await using skein = await skeinHome(server.url);
    const before = "# mine\nmodel: old # for now\n\nmode: approve\n";
    writeConfig(skein, before);
    expect((await skein.here(["configure", "--model", "new", "--provider", "anthropic"])).exitCode).toBe(0);
    expect(readFileSync(configOf(skein), "utf8")).toBe(
      `${before.replace("old", "new")}provider: anthropic\n`,
    );
    expect((await skein.here(["configure", "--mode", "chat"])).exitCode).toBe(0);
    expect(readFileSync(configOf(skein), "utf8")).toContain("\nmode: chat\n");
  });

  it("sets the models of roles, and takes them out", async () => {
    await using skein = await skeinHome();
    writeConfig(skein, "fast: small\nlead: strong\n");
    const args = ["configure", "--fast", "", "--lead", "anthropic/stronger", "--planner", "deep"];
    const { exitCode, stderr } = await skein.here(args, { SKEIN_LEAD: "other" });
    expect(exitCode).toBe(0);
    expect(readFileSync(configOf(skein), "utf8")).toBe("lead: anthropic/stronger\nplanner: deep\n");
    expect(stderr).toContain("SKEIN_LEAD is set in the environment");
  });

  it("forgets the model of another provider", async () => {
    await using server = await anthropicServer([]);
    await using skein = await skeinHome(server.url);
    writeConfig(skein, "provider: replay\nmodel: script.json\n");
    expect((await skein.here(["configure", "--provider", "anthropic"])).exitCode).toBe(0);
    expect(readFileSync(configOf(skein), "utf8")).toBe("provider: anthropic\n");
  });

  it("saves an address, and removes it again", async () => {
    await using server = await anthropicServer([]);
    await using skein = await skeinHome("");
    const set = await skein.here(["configure", "--provider", "anthropic", "--base-url", server.url]);
    expect(set.exitCode).toBe(0);
    expect(readFileSync(configOf(skein), "utf8")).toContain(`    baseUrl: ${server.url}\n`);
    expect((await skein.here(["provider", "check"])).exitCode).toBe(0);
    await skein.here(["configure", "--base-url", "", "--no-check"]);
    expect(readFileSync(configOf(skein), "utf8")).not.toContain("baseUrl");
  });

  it("says when the environment wins over what it saved", async () => {
    await using server = await anthropicServer([]);
    await using skein = await skeinHome(server.url);
    const flags = ["--provider", "anthropic", "--key-stdin"];
    const { stderr } = await skein.here(
      ["configure", ...flags],
      { SKEIN_PROVIDER: "replay" },
      { input: key },
    );
    expect(stderr).toContain("ANTHROPIC_API_KEY and SKEIN_PROVIDER are set in the environment");
    expect(server.requests[0]?.headers["x-api-key"]).toBe(key);
  });

  it("saves nothing when the provider refuses, and everything untried when told to", async () => {
    await using server = await serveScript(() => ({
      status: 401,
      contentType: "application/json",
      body: Buffer.from('{"type":"error","error":{"type":"authentication_error","message":"no"}}'),
    }));
    await using skein = await skeinHome(server.url);
    writeConfig(skein, "mode: chat\n");
    const flags = ["configure", "--provider", "anthropic", "--key-stdin"];
    const refused = await skein.here(flags, noKey, { input: key });
    expect(refused).toMatchObject({ exitCode: 3, stdout: "" });
    expect(refused.stderr).not.toContain(key);
    expect(readFileSync(configOf(skein), "utf8")).toBe("mode: chat\n");
    expect(existsSync(join(skein.home, ".local"))).toBe(false);

    const untried = await skein.here([...flags, "--no-check"], noKey, { input: key });
    expect(untried.exitCode).toBe(0);
    expect(server.requests).toHaveLength(1);
    expect(existsSync(keyFileOf(skein))).toBe(true);
  });

  it.each<[string, string[], string, string]>([
    ["no terminal and no flags", [], "", "skein configure --provider ID --key-stdin"],
    ["an empty key", ["--provider", "anthropic", "--key-stdin"], "\n", "empty"],
    [
      "a key in two lines",
      ["--provider", "anthropic", "--key-stdin"],
      "one\ntwo",
      "contains spaces or invalid characters",
    ],
    ["a key on the command line", ["--provider", "anthropic", "--key", "x"], "", "--key-stdin"],
    ["an unknown provider", ["--provider", "antropic"], "", "anthropic"],
    ["an unknown mode", ["--mode", "yolo"], "", "smart_approve"],
    [
      "an address with a password",
      ["--provider", "anthropic", "--base-url", "https://u:p@x"],
      "",
      "--base-url",
    ],
    ["no provider", ["--model", "m"], "", "--provider"],
    ["no key anywhere", ["--provider", "anthropic"], "", "ANTHROPIC_API_KEY"],
    [
      "a key for one that takes none",
      ["--provider", "replay", "--model", "m", "--key-stdin"],
      "k",
      "takes no key",
    ],
  ])("is 2 for %s, and changes nothing", async (_, args, input, said) => {
    await using skein = await skeinHome();
    const all = ["configure", ...args];
    const ended = input === "" ? skein.here(all, noKey) : skein.here(all, noKey, { input });
    const { exitCode, stdout, stderr } = await ended;
    expect({ exitCode, stdout }).toEqual({ exitCode: 2, stdout: "" });
    expect(stderr).toContain(said);
    expect(readdirSync(skein.home)).toEqual([]);
  });
});

describe.skipIf(!hasTerminal)("skein configure in a terminal", () => {
  /** Types each answer once its question is shown. */
  async function talk(
    { home, baseUrl }: SkeinHome,
    answers: readonly (readonly [question: string, typed: string])[],
    { args = ["configure"], also = {} }: { args?: readonly string[]; also?: Record<string, string> } = {},
  ): Promise<{ exitCode: number | null; shown: string }> {
    const env = { SKEIN_NO_KEYRING: "1", ANTHROPIC_BASE_URL: baseUrl, ...also };
    await using terminal = skeinInTerminal(args, { cwd: home, env });
    for (const [question, typed] of answers) {
      await terminal.shows(question);
      await setTimeout(50);
      terminal.type(typed);
    }
    return { exitCode: await terminal.ended, shown: terminal.output() };
  }

  it("asks for provider, key and model, shows nothing of the key, and saves", async () => {
    await using server = await anthropicServer([]);
    await using skein = await skeinHome(server.url);
    const { exitCode, shown } = await talk(skein, [
      ["Who answers?", "\r"],
      ["The key for anthropic", `${key}\r`],
      ["Which model?", "\r"],
    ]);
    expect(exitCode).toBe(0);
    expect(shown).not.toContain(key);
    expect(shown).not.toContain(key.slice(0, 8));
    expect(readFileSync(configOf(skein), "utf8")).toContain("provider: anthropic\nmodel: claude-");
    expect(readFileSync(keyFileOf(skein), "utf8")).toBe(`${key}\n`);
  });

  it("leaves everything as it was after Ctrl-C, at every question", async () => {
    await using server = await anthropicServer([]);
    const answers = [
      ["Who answers?", "\r"],
      ["The key for anthropic", `${key}\r`],
      ["Which model?", "\r"],
    ] as const;
    await Promise.all(
      answers.map(async ([question], at) => {
        await using skein = await skeinHome(server.url);
        const { exitCode, shown } = await talk(skein, [...answers.slice(0, at), [question, "\u0003"]]);
        expect(exitCode).toBe(130);
        expect(shown).toContain("Nothing was changed.");
        expect(readdirSync(skein.home)).toEqual([]);
      }),
    );
  });

  it("comes before a newcomer's first chat, which then opens", async () => {
    await using server = await anthropicServer(() => ({ parts: [{ type: "text", text: "Hello." }] }));
    await using skein = await skeinHome(server.url);
    const first = [
      ["Who answers?", "\r"],
      ["The key for anthropic", `${key}\r`],
      ["Which model?", "\r"],
      ["Settings are in", ""],
      ["/help", "hi\r"],
      ["Hello.", "/exit\r"],
    ] as const;
    expect(await talk(skein, first, { args: [] })).toMatchObject({ exitCode: 0 });
    expect(configOf(skein)).toSatisfy(existsSync);
  });

  it("comes before a newcomer's first task, and offers first what runs on this machine", async () => {
    await using server = await serveScript(({ path }) =>
      path.endsWith("/models")
        ? {
            status: 200,
            contentType: "application/json",
            body: Buffer.from('{"data":[{"id":"small-model"}]}'),
          }
        : { status: 200, contentType: "text/event-stream", body: Buffer.from(chatReply) },
    );
    await using skein = await skeinHome();
    const { exitCode, shown } = await talk(
      skein,
      [
        [`lmstudio (LM Studio runs here: 1 model)`, "\r"],
        ["Which model?", "\r"],
        ["Settings are in", ""],
      ],
      { args: ["say hello"], also: { LMSTUDIO_HOST: server.url } },
    );
    expect({ exitCode, shown }).toMatchObject({
      exitCode: 0,
      shown: expect.stringContaining("Hello there."),
    });
    expect(readFileSync(configOf(skein), "utf8")).toBe("provider: lmstudio\nmodel: small-model\n");
  });

  it("ends a newcomer's first chat with 130 when nothing is chosen", async () => {
    await using skein = await skeinHome();
    const ended = await talk(skein, [["Who answers?", "\u0003"]], { args: [] });
    expect(ended).toMatchObject({ exitCode: 130, shown: expect.stringContaining("Nothing was changed.") });
    expect(readdirSync(skein.home)).toEqual([]);
  });
});

const chatReply = [
  { choices: [{ index: 0, delta: { role: "assistant", content: "Hello there." } }] },
  {
    choices: [{ index: 0, delta: {}, finish_reason: "stop" }],
    usage: { prompt_tokens: 5, completion_tokens: 2 },
  },
]
  .map(
    (chunk) =>
      `data: ${JSON.stringify({ id: "1", object: "chat.completion.chunk", model: "small-model", ...chunk })}\n\n`,
  )
  .concat("data: [DONE]\n\n")
  .join("");
