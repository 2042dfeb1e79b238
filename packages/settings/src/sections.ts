import { isJsonObject, type JsonObject, verdicts } from "@skein/protocol";
import type { SettingFacts } from "./fields/setting-field.ts";
import { hookFilesSection, hooksSection } from "./hook-sections.ts";
import { languageServersSection } from "./language-servers-section.ts";
import { address, anyText, rulesInWords, someText, variableName } from "./section-values.ts";
import { listOf, mapOf, mapWith, orNull, ofType, wordOrMap, type Structure } from "./structure.ts";
import { duration, memorySize, oneOf, wholeNumber, yesOrNo, type ValueType } from "./values.ts";

/** Fields that contain the conversation. */
const conversationFields =
  "model stream messages input contents system instructions systemInstruction tools".split(" ");

const bodyFields: ValueType<JsonObject> = {
  parse(raw) {
    if (!isJsonObject(raw)) return { fix: "Give a map of fields: { top_k: 20 }." };
    const taken = conversationFields.find((name) => Object.hasOwn(raw, name));
    return taken === undefined
      ? { value: raw }
      : { fix: `Leave out ${taken}: the conversation is not changed here.` };
  },
  schema: { type: "object", propertyNames: { not: { enum: conversationFields } } },
};

const trueOrFalse: ValueType<boolean> = {
  parse: (raw) => (typeof raw === "boolean" ? { value: raw } : { fix: "Use true or false." }),
  schema: yesOrNo.schema,
};

function atLeast(minimum: number): Structure {
  return ofType({
    parse: (raw) =>
      typeof raw === "number" && Number.isFinite(raw) && raw >= minimum
        ? { value: raw }
        : { fix: `Give a number of at least ${minimum}.` },
    schema: { type: "number", minimum },
  });
}

const texts = (example: string): Structure => mapOf(ofType(anyText), { example });

const providersExample = `Write it like this:
providers:
  ID:
    baseUrl: https://example.com
    proxy: http://proxy.example.com:3128
    ca: ~/certificates/company.pem
    clientCert: client.pem
    clientKey: client.key
    headers: { x-team: "\${TEAM_TOKEN}" }`;

const someTextOrNull = (description: string): Structure => orNull(ofType(someText, { description }));

const provider = mapWith(
  {
    baseUrl: orNull(ofType(address)),
    proxy: someTextOrNull("Address of an http or https proxy, or none"),
    ca: someTextOrNull("PEM file of authorities to trust besides the usual ones"),
    clientCert: someTextOrNull("PEM file with this client's certificate"),
    clientKey: someTextOrNull("PEM file with its key"),
    headers: orNull(
      mapOf(ofType(anyText), {
        example: providersExample,
        description: "Sent with every request; ${NAME} is a variable or a kept key",
      }),
    ),
  },
  { example: providersExample },
);

const modelsExample = `Write it like this; prices are US dollars per million tokens:
models:
  MODEL-ID:
    contextTokens: 200000
    outputTokens: 64000
    price: { input: 3, output: 15, cacheRead: 0.3, cacheWrite: 3.75 }
    images: true # it takes images; pdfs: the same for PDFs
    toolshim: true # only for a model that cannot call tools by itself
    body: { top_k: 20 } # fields of the request as the vendor names them
    notes: What this model needs to be told. # the id may be a pattern here: some-*, PROVIDER/*`;

const model = mapWith(
  {
    contextTokens: atLeast(1),
    outputTokens: atLeast(1),
    images: ofType(trueOrFalse, { description: "It takes images" }),
    pdfs: ofType(trueOrFalse, { description: "It takes PDFs; others get their text" }),
    toolshim: ofType(trueOrFalse, { description: "It cannot call tools by itself" }),
    body: ofType(bodyFields, {
      description: "Further fields of each request, as the vendor names them; objects are merged",
    }),
    notes: ofType(anyText, { description: "Instructions for this model; the id may be a pattern with *" }),
    price: mapWith(
      { input: atLeast(0), output: atLeast(0), cacheRead: atLeast(0), cacheWrite: atLeast(0) },
      {
        example: modelsExample,
        description: "US dollars per million tokens",
        required: ["input", "output"],
      },
    ),
  },
  { example: modelsExample },
);

const permissionsExample = `Write it like this; a rule is about a tool, a command, files or a host:
permissions:
  allow: ["shell(npm test *)", "edit(src/**)"]
  deny: ["read(secrets/**)"]
  shell: ask
  write: { verdict: deny, reason: Nothing is written here }`;

const verdict = ofType(oneOf(verdicts));

const rule = wordOrMap(
  verdict,
  mapWith({ verdict, reason: ofType(anyText) }, { example: permissionsExample, required: ["verdict"] }),
);

const ruleList = listOf(
  wordOrMap(
    ofType(someText),
    mapWith(
      { rule: ofType(someText), reason: ofType(anyText) },
      { example: permissionsExample, required: ["rule"] },
    ),
  ),
  { example: permissionsExample },
);

const extensionsExample = `Write it like this; names have letters, digits, _ and -:
extensions:
  some-server:
    command: npx
    args: [-y, some-server]
    env: { API_TOKEN: "\${API_TOKEN}" }
  other-server:
    url: https://example.com/mcp
    login: { clientId: "\${CLIENT_ID}", scopes: [read] } # only for servers that do not register clients by themselves`;

export const extensionNamePattern: RegExp = /^[A-Za-z0-9_-]{1,48}$/;

const port: ValueType<number> = {
  parse: (raw) =>
    typeof raw === "number" && Number.isInteger(raw) && raw > 0 && raw < 65_536
      ? { value: raw }
      : { fix: "Give the number of a port." },
  schema: { type: "integer", minimum: 1, maximum: 65_535 },
};

const extensionLogin = mapWith(
  {
    clientId: ofType(someText, { description: "Of a client that was registered by hand" }),
    clientSecret: ofType(someText, { description: "Its secret, as ${NAME}" }),
    clientMetadataUrl: ofType(address, { description: "Address of a client metadata document" }),
    redirectPort: ofType(port, { description: "Port of 127.0.0.1 that the client redirects to" }),
    scopes: listOf(ofType(someText), { example: extensionsExample }),
  },
  { example: extensionsExample },
);

/** The structure of an entry under `extensions`. */
export const extensionEntry: Structure = mapWith(
  {
    command: ofType(someText),
    args: listOf(ofType(anyText), { example: extensionsExample }),
    env: texts(extensionsExample),
    cwd: ofType(someText),
    url: ofType(someText),
    socket: ofType(someText, { description: "Path of a Unix socket on which the server of the url listens" }),
    headers: texts(extensionsExample),
    login: extensionLogin,
    enabled: ofType(trueOrFalse),
    timeout: ofType(duration),
    tools: listOf(ofType(someText), {
      example: extensionsExample,
      description: "The server's own names of the tools that are offered",
    }),
    excludeTools: listOf(ofType(someText), {
      example: extensionsExample,
      description: "The server's own names of tools that are not offered",
    }),
    newTools: ofType(oneOf(["ask", "accept", "withhold"]), {
      description: "Handling of tools that the server adds during a session (default: withhold)",
    }),
  },
  { example: extensionsExample, oneOf: ["command", "url"] },
);

const commandsExample = `Write it like this:
slash_commands:
  - command: review
    recipe_path: ~/recipes/review.yaml`;

const commandName: ValueType<string> = {
  parse: (raw) =>
    typeof raw === "string" && /^\s*\/?[\w-]{1,48}\s*$/.test(raw)
      ? { value: raw }
      : { fix: "Give a name of letters, digits, _ and -." },
  schema: { type: "string", pattern: "^\\s*/?[\\w-]{1,48}\\s*$" },
};

function variableNames(example: string): Structure {
  return listOf(ofType(variableName), { example: `Write it like this:\n${example}` });
}

const sandboxExample = `Write it like this; hosts are names, or "*" for all:
sandboxAccess:
  writable: [~/shared]
  readable: [~/.ssh/known_hosts]
  hidden: [~/private]
  hosts: ["*"]
  processes: 4096
  memory: 8GB`;

/** Fewer end commands that any project has. */
export const sandboxLimits: { readonly processes: ValueType<number>; readonly memory: ValueType<number> } = {
  processes: wholeNumber({ from: 64 }),
  memory: memorySize({ fromMegabytes: 256 }),
};

const onOrOff = ofType(oneOf(["on", "off"]));

const pathList = listOf(ofType(someText), { example: sandboxExample });

/** A setting that is a map or a list. */
export interface ConfigSection extends Structure, Pick<SettingFacts, "project" | "subagents"> {}

const sections = {
  providers: {
    ...mapOf(provider, {
      example: providersExample,
      description: "By provider id",
    }),
    project: "never",
    subagents: "same",
  },
  permissions: {
    ...mapOf(rule, {
      example: permissionsExample,
      description: "Rules in lists, or by tool, extension or *: whether a call may run",
      known: { allow: ruleList, ask: ruleList, deny: ruleList },
    }),
    project: "loosens",
    subagents: "same",
  },
  models: {
    ...mapOf(model, {
      example: modelsExample,
      description: "By model id: its limits, prices and options",
    }),
    project: "never",
    subagents: "same",
  },
  budget: {
    ...mapWith(
      {
        day: orNull(atLeast(0)),
        project: orNull(atLeast(0)),
      },
      {
        example: `Write it like this, in US dollars:\nbudget:\n  day: 5\n  project: 100`,
        description: "US dollars that all sessions may spend: on one day, and in one project in all",
      },
    ),
    project: "loosens",
    subagents: "narrowed",
  },
  redaction: {
    ...mapWith(
      { allow: variableNames("redaction:\n  allow: [BUILD_STAMP]") },
      {
        example: "Write it like this:\nredaction:\n  allow: [BUILD_STAMP]",
        description: "What is not a secret although it looks like one",
      },
    ),
    project: "never",
    subagents: "same",
  },
  shell: {
    ...mapWith(
      { env: variableNames("shell:\n  env: [SHOP_REGION]") },
      {
        example: "Write it like this:\nshell:\n  env: [SHOP_REGION]",
        description: "Variables that commands get although they look secret or are not well known",
      },
    ),
    project: "never",
    subagents: "same",
  },
  sandboxAccess: {
    ...mapWith(
      {
        writable: pathList,
        readable: pathList,
        hidden: pathList,
        hosts: listOf(ofType(someText), { example: sandboxExample }),
        servers: listOf(ofType(someText), { example: sandboxExample }),
        hooks: ofType(trueOrFalse),
        processes: ofType(sandboxLimits.processes, {
          description: "Processes that one command may have (default: 4096)",
        }),
        memory: ofType(sandboxLimits.memory, {
          description: "Memory of all processes of one command (default: three quarters of the machine's)",
        }),
      },
      {
        example: sandboxExample,
        description: "What commands in the sandbox may touch and use",
      },
    ),
    project: "never",
    subagents: "same",
  },
  hooks: {
    ...hooksSection,
    project: "loosens",
    subagents: "same",
  },
  languageServers: {
    ...languageServersSection,
    project: "never",
    subagents: "same",
  },
  webSearch: {
    ...mapWith(
      { engine: ofType(someText), url: ofType(address), key: ofType(someText) },
      {
        example: `Write it like this:\nwebSearch:\n  engine: brave # or another one, or vendor\n  key: "\${BRAVE_API_KEY}" # a variable or a kept key`,
        description: "Who searches the web for the model",
        required: ["engine"],
      },
    ),
    project: "never",
    subagents: "same",
  },
  hookFiles: {
    ...hookFilesSection,
    project: "never",
    subagents: "same",
  },
  inspectors: {
    ...mapWith(
      {
        destructive: onOrOff,
        egress: ofType(oneOf(["on", "listed", "off"])),
        injection: onOrOff,
        adversary: ofType(rulesInWords),
      },
      {
        example: `Write it like this:\ninspectors:\n  destructive: on\n  egress: listed # ask about hosts without a fetch(domain:…) rule\n  injection: off\n  adversary: Never touch production. # your rules, which a model applies to each call`,
        description:
          "What looks at calls and results after the permissions, all on by default, but for adversary",
      },
    ),
    project: "never",
    subagents: "same",
  },
  slash_commands: {
    ...listOf(
      mapWith(
        { command: ofType(commandName), recipe_path: ofType(someText) },
        { example: commandsExample, required: ["command", "recipe_path"] },
      ),
      { example: commandsExample, description: "Recipes as commands of the chat, each by a name of its own" },
    ),
    project: "loosens",
    subagents: "none",
  },
  extensions: {
    ...mapOf(extensionEntry, {
      example: extensionsExample,
      namePattern: extensionNamePattern,
      description:
        "MCP servers by name: a command or an address. ${NAME} in their texts is a variable or a kept key",
    }),
    project: "loosens",
    subagents: "same",
  },
} as const satisfies Readonly<Record<string, ConfigSection>>;

export type SectionKey = keyof typeof sections;

/** The one table of settings that are maps or lists, by their keys in config files. `null` under a key counts as not set. */
export const configSections: Readonly<Record<SectionKey, ConfigSection>> = sections;

export const sectionKeys = Object.keys(sections) as readonly SectionKey[];

/** Keys of the maps and lists that apply to subagents as they are. */
export type InheritedSection = {
  [Key in SectionKey]: (typeof sections)[Key]["subagents"] extends "same" ? Key : never;
}[SectionKey];
