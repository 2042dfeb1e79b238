import type { Example } from "../example.ts";

const hostTests = "packages/host/test/sessions.test.ts";

export const setting: Example = {
  names: { GROUP: "context", NAME: "session-names" },
  changes: [
    {
      file: "packages/settings/src/fields/context-fields.ts",
      after: "export const contextFields = {\n",
      text: `  sessionNames: {
    key: "sessionNames",
    flag: {
      name: "--session-names",
      value: "on|off",
      suggests: ["on", "off"],
      help: "Whether a model names the session",
    },
    variable: "SKEIN_SESSION_NAMES",
    description: "Whether a model gives a new session its name",
    project: "chooses",
    subagents: "none",
    ...oneOf(["on", "off"]),
    fallback: "on",
  },
`,
    },
    {
      file: "packages/settings/test/resolve-settings.test.ts",
      after: '      compaction: "summarize",\n',
      text: '      sessionNames: "on",\n',
    },
    {
      file: "packages/host/src/sessions/session-settings.ts",
      after: 'namer: keep === "memory"',
      text: ' || values.sessionNames === "off"',
    },
    {
      file: hostTests,
      after:
        '    expect((await settingsOf({ keep: "memory" }, { env, config })).settings.namer).toBeUndefined();\n',
      text: `    const off = \`\${config}sessionNames: "off"\\n\`;
    expect((await settingsOf({}, { env, config: off })).settings.namer).toBeUndefined();
`,
    },
    {
      file: "packages/command-line/src/flags/model-flags.ts",
      after: '"fallback", "effort", "temperature"',
      text: ', "sessionNames"',
    },
    {
      file: "packages/command-line/src/flags/kinds-of-runs.ts",
      after: '    "temperature",\n',
      text: '    "session-names",\n',
    },
    {
      file: "apps/cli/test/joined-session.e2e.test.ts",
      after: '  temperature: ["0.5"],\n',
      text: '  "session-names": ["off"],\n',
    },
    {
      file: ".changeset/session-names.md",
      text: '---\n"@skein/settings": minor\n---\n\nAdd the setting `sessionNames` and its flag `--session-names`.\n',
    },
  ],
  leftOut: { file: "packages/host/src/sessions/session-settings.ts", command: "npm run structure" },
};
