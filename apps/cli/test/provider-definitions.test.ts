import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { openaiChatServer, serveScript } from "@skein/provider-conformance/servers";
import { describe, expect, it } from "vitest";
import { skeinHome, type SkeinHome } from "./skein.ts";

const answer = { parts: [{ type: "text", text: "Hi from there" }] } as const;
/** Without a key for anything. */
const nobody = { ANTHROPIC_API_KEY: "" };

function json(status: number, body: unknown) {
  return { status, contentType: "application/json", body: Buffer.from(JSON.stringify(body)) };
}

function ownFile({ home }: SkeinHome, name: string): string {
  return join(home, ".config", "skein", "providers", name);
}

function write(file: string, text: string): string {
  mkdirSync(join(file, ".."), { recursive: true });
  writeFileSync(file, text);
  return file;
}

describe("a provider that comes along as a definition", () => {
  it("answers with nothing but its key, and is taken when it is the only one with a key", async () => {
    await using server = await openaiChatServer([answer, answer]);
    await using skein = await skeinHome();
    const env = { ...nobody, GROQ_API_KEY: "gsk-1234", GROQ_BASE_URL: server.url };
    const named = await skein.here(["run", "--provider", "groq", "-t", "hello", "-q", "--no-session"], env);
    expect(named).toMatchObject({ exitCode: 0, stdout: "Hi from there\n" });
    const { exitCode } = await skein.here(["run", "-t", "hello", "-q", "--no-session"], env);
    expect(exitCode).toBe(0);
    expect(server.requests.map(({ headers }) => headers.authorization)).toEqual([
      "Bearer gsk-1234",
      "Bearer gsk-1234",
    ]);
    expect(server.requests[0]!.json()).toMatchObject({ model: "openai/gpt-oss-120b" });
  });

  it("says which variable is missing", async () => {
    await using skein = await skeinHome();
    const { exitCode, stderr } = await skein.here(["run", "--provider", "mistral", "-t", "hello"]);
    expect(exitCode).toBe(2);
    expect(stderr).toContain("MISTRAL_API_KEY");
    const unnamed = await skein.here(["run", "--provider", "lmstudio", "-t", "hello"]);
    expect(unnamed.stderr).toContain("--model ID");
  });

  it("stands in the list with where its key is, and never the key", async () => {
    await using skein = await skeinHome();
    const { stdout } = await skein.here(["provider", "list"], { GROQ_API_KEY: "gsk-1234" });
    expect(stdout).toMatch(/groq +openai\/gpt-oss-120b +GROQ_API_KEY in the environment/);
    expect(stdout).toMatch(/fireworks +…\S+gpt-oss-120b +no key/);
    expect(stdout).toMatch(/lmstudio .*needs none/);
    expect(stdout).not.toContain("gsk-1234");
  });
});

describe("skein provider add", () => {
  it("keeps what it was told once the server answers, and it works from then on", async () => {
    await using server = await openaiChatServer([answer]);
    await using skein = await skeinHome();
    const add = ["provider", "add", "--name", "lab", "--base-url", server.url, "--model", "big", "--try"];
    const { exitCode, stderr } = await skein.here(add);
    expect({ exitCode, stderr }).toMatchObject({
      exitCode: 0,
      stderr: expect.stringContaining("lab answers") as string,
    });
    expect(readFileSync(ownFile(skein, "lab.yaml"), "utf8")).toContain(`base_url: ${server.url}`);
    const ran = await skein.here(["run", "--provider", "lab", "-t", "hello", "-q", "--no-session"]);
    expect(ran).toMatchObject({ exitCode: 0, stdout: "Hi from there\n" });
    expect((await skein.here(["provider", "list"])).stdout).toMatch(/lab +big +needs none +yours/);
    expect((await skein.here(["provider", "check", "lab"])).exitCode).toBe(0);
    const models = await skein.here(["provider", "models", "lab", "--json"]);
    expect(JSON.parse(models.stdout)).toMatchObject({ provider: "lab" });
  });

  it("takes a file of another program, and does not write over what is there", async () => {
    await using skein = await skeinHome();
    const fields = {
      name: "custom_corp",
      engine: "openai",
      display_name: "Corp",
      api_key_env: "CORP_KEY",
      base_url: "https://corp.example/v1/chat/completions",
      models: [{ name: "big", context_limit: 1000, currency: null }],
      headers: null,
      colour: "red",
    };
    const file = write(join(skein.home, "corp.json"), JSON.stringify(fields));
    const first = await skein.here(["provider", "add", file]);
    expect(first.exitCode).toBe(0);
    expect(first.stderr).toContain("colour is not a field");
    expect(first.stderr).toContain("CORP_KEY");
    const again = await skein.here(["provider", "add", file]);
    expect(again.exitCode).toBe(2);
    expect(again.stderr).toContain("--force");
    expect((await skein.here(["provider", "add", file, "--force"])).exitCode).toBe(0);
    const { stdout } = await skein.here(["provider", "--json"], { CORP_KEY: "sk-1234" });
    const { providers } = JSON.parse(stdout) as { providers: { id: string }[] };
    expect(providers.find(({ id }) => id === "custom_corp")).toMatchObject({
      definedBy: "user",
      defaultModel: "big",
      key: { variable: "CORP_KEY" },
    });
  });

  it("says all that is wrong with a file, and writes nothing", async () => {
    await using skein = await skeinHome();
    const file = write(join(skein.home, "bad.yaml"), "name: bad\nengine: morse\nbase_url: here\nmodels: 3\n");
    const { exitCode, stderr } = await skein.here(["provider", "add", file]);
    expect(exitCode).toBe(2);
    for (const field of ["engine", "base_url", "models"]) expect(stderr).toContain(`- ${field}: `);
    expect(existsSync(ownFile(skein, "bad.yaml"))).toBe(false);
  });

  it("writes nothing when the server does not answer well, or the name is a package's", async () => {
    await using server = await serveScript(() => json(401, { error: "no" }));
    await using skein = await skeinHome();
    const add = ["provider", "add", "--base-url", server.url, "--model", "big"];
    const tried = await skein.here([...add, "--name", "lab", "--key-env", "LAB_KEY", "--try"], {
      LAB_KEY: "sk-1234",
    });
    expect(tried.exitCode).toBe(3);
    expect(tried.stderr).toContain("LAB_KEY");
    expect(existsSync(ownFile(skein, "lab.yaml"))).toBe(false);
    expect((await skein.here([...add, "--name", "openai"])).exitCode).toBe(2);
  });
});

describe("definitions in folders", () => {
  const definition = (url: string) => `engine: openai\nbase_url: ${url}\nmodels: [{ name: big }]\n`;

  it("of a project count only when it is trusted", async () => {
    await using server = await openaiChatServer([answer]);
    await using skein = await skeinHome();
    write(join(skein.home, "work", ".skein", "providers", "team.yaml"), definition(server.url));
    const run = () =>
      skein.here(
        ["run", "--provider", "team", "-t", "hello", "-q", "--no-session"],
        {},
        {
          cwd: join(skein.home, "work"),
        },
      );
    const before = await run();
    expect(before.exitCode).toBe(2);
    expect(before.stderr).toContain("is not trusted");
    expect(server.requests).toEqual([]);
    expect((await skein.here(["trust", join(skein.home, "work")])).exitCode).toBe(0);
    expect(await run()).toMatchObject({ exitCode: 0, stdout: "Hi from there\n" });
  });

  it("of a project replace no provider, those of the user only a bundled one", async () => {
    await using server = await openaiChatServer([answer]);
    await using skein = await skeinHome("http://127.0.0.1:9");
    const work = join(skein.home, "work");
    write(join(work, ".skein", "providers", "groq.yaml"), definition("http://127.0.0.1:9"));
    write(ownFile(skein, "groq.yaml"), definition(server.url));
    write(ownFile(skein, "anthropic.yaml"), definition(server.url));
    expect((await skein.here(["trust", work])).exitCode).toBe(0);
    const groq = await skein.here(
      ["run", "--provider", "groq", "-t", "hello", "--no-session"],
      {},
      { cwd: work },
    );
    expect(groq.exitCode).toBe(0);
    expect(groq.stderr).toContain("there is a provider groq already");
    expect(groq.stderr).toContain("there is a provider anthropic already");
    expect(server.requests).toHaveLength(1);
    expect((await skein.here(["provider", "check", "anthropic"])).exitCode).toBe(3);
    expect(server.requests).toHaveLength(1);
  });

  it("that cannot be read disturb no other one, and say why when they are asked for", async () => {
    await using skein = await skeinHome();
    const file = write(ownFile(skein, "broken.yaml"), "engine: [\n");
    expect((await skein.here(["provider", "list"])).stdout).toContain("broken: cannot be used");
    const { exitCode, stderr } = await skein.here(["provider", "check", "broken"]);
    expect(exitCode).toBe(2);
    expect(stderr).toContain(file);
  });
});

describe("skein provider login", () => {
  it("shows the code, and keeps the key that the vendor gives", async () => {
    await using server = await serveScript(({ path }) =>
      json(
        200,
        path === "/code"
          ? {
              device_code: "d",
              user_code: "AB-12",
              verification_uri: "https://corp.example/enter",
              interval: 0,
            }
          : { access_token: "gho_secret_1234" },
      ),
    );
    await using skein = await skeinHome();
    const definition = [
      "engine: openai",
      "base_url: https://corp.example/v1",
      "api_key_env: CORP_TOKEN",
      `device_login: { client_id: id, code_url: "${server.url}/code", token_url: "${server.url}/token" }`,
    ].join("\n");
    write(ownFile(skein, "corp.yaml"), definition);
    const { exitCode, stdout, stderr } = await skein.run(["provider", "login", "corp"]);
    expect(exitCode).toBe(0);
    expect(stderr).toContain("AB-12");
    expect(stdout + stderr).not.toContain("gho_secret");
    expect((await skein.here(["provider", "list"])).stdout).toMatch(/corp .*CORP_TOKEN in /);
    expect((await skein.here(["provider", "login", "groq"])).exitCode).toBe(2);
  });
});
