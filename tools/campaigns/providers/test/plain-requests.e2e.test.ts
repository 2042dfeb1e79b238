import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { describe, expect, it } from "vitest";
import { requestOf, serverFor } from "../../../../packages/provider-conformance/src/send-request.ts";
import type { Subject } from "../../../../packages/provider-conformance/src/cases.ts";
import { compileCache } from "../../../../packages/test-kit/src/index.ts";
import { subjects } from "../subjects.ts";

const run = promisify(execFile);

/** How an app makes the provider of each wire; `settings` and `engine` are in scope. */
const programs: Readonly<Record<string, readonly [providerPackage: string, provider: string]>> = {
  anthropic: ["anthropic", "createAnthropic(settings)"],
  "openai responses": ["openai", 'createOpenAI({ ...settings, api: "responses" })'],
  "openai chat": ["openai", 'createOpenAI({ ...settings, api: "chat" })'],
  google: ["google", "createGoogle(settings)"],
  ollama: ["ollama", "createOllama(settings)"],
  bedrock: ["bedrock", 'createBedrock({ ...settings, region: "us-east-1", controlUrl: settings.baseUrl })'],
  "vertex gemini": ["vertex", 'createVertex({ ...settings, project: "p", accessToken: async () => "t" })'],
  "vertex claude": ["vertex", 'createVertex({ ...settings, project: "p", accessToken: async () => "t" })'],
  definition: [
    "definitions",
    "defineProvider((await readDefinition(definition, 'corp.json')).definition, { openai: engine }, settings)",
  ],
};

const definition = { name: "corp", engine: "openai", api_key_env: "CORP_KEY", base_url: "${CORP_URL}" };
const defined = { ...subjects.find(({ name }) => name === "openai chat")!, name: "definition" };

const indexOf = (name: string): string =>
  JSON.stringify(import.meta.resolve(`../../../../packages/provider-${name}/src/index.ts`));

/** What a process has loaded that made one request, listed the models, and looked at a refused key. */
function programOf(subject: Subject, url: string): string {
  const [name, provider] = programs[subject.name]!;
  const settings = {
    apiKey: "a-key-0123456789",
    baseUrl: `${url}${subject.dialect.path}`,
    env: {},
    retry: { retries: 0 },
  };
  return `
    import { registerHooks } from "node:module";
    const packages = [];
    registerHooks({ resolve: (name, context, next) => (packages.push(name), next(name, context)) });
    const { ${provider.split("(")[0]}${name === "definitions" ? ", readDefinition" : ""} } = await import(${indexOf(name)});
    const settings = ${JSON.stringify(settings)};
    const definition = ${JSON.stringify(JSON.stringify({ ...definition, base_url: settings.baseUrl }))};
    const engine = { keyVariables: [], load: async (own) => (await import(${indexOf("openai")})).createOpenAI(own) };
    const provider = ${provider};
    await provider.prepare();
    const model = provider.model(${JSON.stringify(subject.modelId)});
    const events = [];
    const ask = async () => {
      const stream = model.stream(${JSON.stringify(requestOf(subject))}, new AbortController().signal);
      for await (const { type } of stream) events.push(type);
    };
    await ask();
    const refused = await ask().catch(({ code }) => code);
    const undici = process.moduleLoadList.filter((module) => module.includes("undici"));
    const libraries = packages.filter((name) => /^(openai|@anthropic-ai|@google|google-auth|undici|@aws-sdk)/.test(name));
    console.log(JSON.stringify({ last: events.at(-1), refused, undici, libraries }));
  `;
}

describe("a plain request loads neither a vendor's library nor Node's fetch", () => {
  it.each([...subjects, defined].map((subject) => [subject.name, subject] as const))(
    "%s",
    async (_, subject) => {
      const reply = { bytes: subject.dialect.encode([{ type: "text", text: "Hello." }]) };
      let replies = 0;
      await using server = await serverFor(subject, () =>
        replies++ === 0 ? reply : { status: 401, body: { error: { message: "no" } } },
      );
      const args = ["--input-type=module", "-e", programOf(subject, server.url)];
      const { stdout } = await run(process.execPath, args, {
        env: { ...compileCache, PATH: process.env["PATH"] },
      });
      expect(JSON.parse(stdout)).toEqual({ last: "message-end", refused: "auth", undici: [], libraries: [] });
    },
  );

  it("knows every wire", () => {
    expect(Object.keys(programs)).toEqual([...subjects.map(({ name }) => name), "definition"]);
  });
});
