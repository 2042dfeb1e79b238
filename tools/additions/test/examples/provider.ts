import type { Example } from "../example.ts";

const subjects = "tools/campaigns/providers/subjects.ts";

export const provider: Example = {
  names: { NAME: "acme", WIRE: "own" },
  changes: [
    {
      file: subjects,
      after: 'import { createAnthropic } from "../../../packages/provider-anthropic/src/index.ts";\n',
      text: `import { createAcme } from "../../../packages/provider-acme/src/index.ts";
import { acmeWire } from "../../../packages/provider-acme/test/wire.ts";
`,
    },
    {
      file: subjects,
      after: '  { name: "google", dialect: gemini, modelId: "gemini-test", provider: createGoogle },\n',
      text: '  { name: "acme", dialect: acmeWire, modelId: "acme-test", provider: createAcme },\n',
    },
    {
      file: ".changeset/acme.md",
      text: '---\n"@skein/provider-acme": minor\n---\n\nAdd the provider acme.\n',
    },
  ],
  leftOut: { file: "apps/cli/package.json", command: "npm run structure" },
};
