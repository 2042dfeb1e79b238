import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import type { AssistantPart, AttemptModel, ModelRequest } from "@skein/protocol";
import { scriptedModel } from "@skein/provider-replay";
import { trustStore } from "@skein/settings";
import { machineOf } from "@skein/test-host";
import { temporaryFolder } from "@skein/test-kit";
import { openHost, type Host, type HostNotice } from "@skein/host";
import type { KnownProvider, ProviderAccess } from "@skein/host/providers";

/** Two trusted projects whose definitions of `same` name different servers, and each has one that the other has not. */
export interface TwoFolders extends AsyncDisposable {
  readonly host: Host;
  readonly notices: readonly HostNotice[];
  readonly left: string;
  readonly right: string;
}

/** A server that says its name, for every model. */
async function serverNamed(name: string) {
  const server = createServer((_, response) => response.end(name)).listen(0, "127.0.0.1");
  await new Promise((resolve) => server.once("listening", resolve));
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}/v1`, close: () => void server.close() };
}

const hasResult = (request: ModelRequest) =>
  request.messages.some(({ role, content }) => role === "tool" && content.length > 0);

/** A model that asks its server who it is. Told to delegate, it has a subagent of that provider say so. */
function echo(url: string): AttemptModel {
  const model = scriptedModel(
    Array.from({ length: 20 }, () => async (request: ModelRequest): Promise<readonly AssistantPart[]> => {
      const said = JSON.stringify(request.messages.at(-1));
      const provider = /delegate to (\w+)/.exec(said)?.[1];
      if (provider !== undefined) {
        const input = { instructions: "Who are you?", settings: { provider, model: "m" } };
        return [{ type: "tool-call", id: "d1", name: "subagent", input }];
      }
      return [{ type: "text", text: hasResult(request) ? said : await (await fetch(url)).text() }];
    }),
    { id: "m" },
  );
  return model;
}

const engine: KnownProvider = {
  load: async ({ baseUrl = "" }: ProviderAccess) => ({
    id: "openai",
    model: () => echo(baseUrl),
    models: async () => [],
    prepare: async () => undefined,
    check: async () => undefined,
  }),
  description: "",
  keyVariables: [],
  defaultModel: "m",
};

const definition = (name: string, url: string) =>
  `name: ${name}\nengine: openai\nbase_url: ${url}\napi_key_env: ""\nmodels: [{ name: m }]\ndefault_model: m\n`;

export async function twoFolders(): Promise<TwoFolders> {
  const folder = await temporaryFolder();
  const [one, other] = await Promise.all([serverNamed("from-left"), serverNamed("from-right")]);
  const machine = machineOf(
    folder.path,
    {},
    {
      "home/config/providers/mine.yaml": definition("mine", one.url),
      "left/.skein/providers/same.yaml": definition("same", one.url),
      "left/.skein/providers/lefts.yaml": definition("lefts", one.url),
      "right/.skein/providers/same.yaml": definition("same", other.url),
      "right/.skein/providers/rights.yaml": definition("rights", other.url),
    },
  );
  const [left, right] = [join(folder.path, "left"), join(folder.path, "right")];
  for (const project of [left, right]) await trustStore(machine.directories.data).add(project);
  const notices: HostNotice[] = [];
  const host = await openHost({
    ...machine,
    providers: { openai: engine },
    notify: (notice) => void notices.push(notice),
  });
  return {
    host,
    notices,
    left,
    right,
    async [Symbol.asyncDispose]() {
      await host.close();
      one.close();
      other.close();
      await folder[Symbol.asyncDispose]();
    },
  };
}
