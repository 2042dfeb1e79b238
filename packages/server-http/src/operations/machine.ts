import { mentionWords } from "@skein/host/agents";
import { describedModels, listProviders, openProvider } from "@skein/host/providers";
import { z } from "zod";
import { defineOperation, type Operation } from "./operation.ts";
import { folder, inFolder, optional, sessionId } from "./schemas.ts";
import { loadSessionCommands } from "../later.ts";

/** What the machine has. */
export const machineOperations: readonly Operation[] = [
  defineOperation({
    id: "showServer",
    method: "GET",
    path: "/server",
    tag: "machine",
    role: "read",
    summary: "Who serves, and what this client may do",
    input: z.strictObject({}),
    output: z.strictObject({
      name: z.string(),
      version: z.string(),
      role: z.string(),
      open: z.array(z.string()),
    }),
    run: async (_, { app, host }, { role }) => ({ ...app, role, open: [...host.live()] }),
  }),
  defineOperation({
    id: "listProviders",
    method: "GET",
    path: "/providers",
    tag: "machine",
    role: "read",
    summary: "Providers, and what they lack to be used in a folder",
    input: inFolder,
    output: z.strictObject({ providers: z.array(z.looseObject({ id: z.string() })) }),
    async run({ cwd }, { host, machine }) {
      const providers = await listProviders(machine, host.providersIn(cwd), cwd);
      return { providers: providers.map((provider) => ({ ...provider })) };
    },
  }),
  defineOperation({
    id: "listModels",
    method: "GET",
    path: "/models",
    tag: "machine",
    role: "read",
    summary: "Models of a provider; without one, of the one that a session in the folder would take",
    input: z.strictObject({ cwd: folder, provider: optional(z.string()) }),
    output: z.strictObject({ provider: z.string(), models: z.array(z.looseObject({ id: z.string() })) }),
    async run({ cwd, provider: wanted }, { host, machine }) {
      const options = { id: wanted, cwd, listeners: { say: undefined } };
      const { id, provider } = await openProvider(machine, host.providersIn(cwd), options);
      return { provider: id, models: (await describedModels(provider)).map((model) => ({ ...model })) };
    },
  }),
  defineOperation({
    id: "listCommands",
    method: "GET",
    path: "/commands",
    tag: "machine",
    role: "read",
    summary: "Commands of the sessions of a folder, with recipes and skills that are commands",
    input: inFolder,
    output: z.strictObject({
      commands: z.array(
        z.strictObject({
          name: z.string(),
          description: z.string(),
          argument: optional(z.looseObject({ hint: z.string() })),
          when: optional(z.literal("between-runs")),
        }),
      ),
    }),
    async run({ cwd }, { host }) {
      const { commandsOf } = await loadSessionCommands();
      const { list } = await commandsOf(host, cwd);
      const commands = list.map(({ name, description, argument, when }) => {
        const { complete: _, ...shown } = argument ?? { hint: "" };
        return { name, description, ...(argument && { argument: shown }), ...(when && { when }) };
      });
      return { commands };
    },
  }),
  defineOperation({
    id: "completeMention",
    method: "GET",
    path: "/mentions",
    tag: "machine",
    role: "prompt",
    summary:
      "What a word of a message that begins with @ may become: files, folders, symbols behind @#, resources",
    input: z.strictObject({
      cwd: folder,
      word: z.string().startsWith("@").max(1000),
      session: optional(sessionId.describe("One that is open; its extensions have resources")),
    }),
    output: z.strictObject({
      words: z.array(
        z.strictObject({
          kind: z.enum(["file", "folder", "symbol", "resource"]),
          text: z.string().describe("What stands in the message for it"),
          label: z.string(),
          description: optional(z.string()),
        }),
      ),
    }),
    async run({ cwd, word, session }, { host, opened }, { signal }) {
      const isOpen = session !== undefined && host.live().includes(session);
      const resources = isOpen ? await (await opened.open(session)).completeMention(word) : [];
      const named = resources.map((text) => ({ kind: "resource" as const, text, label: text }));
      return { words: [...named, ...(await mentionWords(cwd, word, signal))] };
    },
  }),
];
