import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { temporaryFolder } from "../../../packages/test-kit/src/index.ts";
import { publishedMembers } from "../published.ts";
import { writeSboms } from "../sbom.ts";

const root = join(import.meta.dirname, "../../..");

interface Written {
  readonly bomFormat: string;
  readonly metadata: { readonly component: { readonly purl: string } };
  readonly components: readonly { readonly purl: string; readonly version: string }[];
}

it("says of every published package what it depends on, and of the CLI also what is in its bundle", async () => {
  await using folder = await temporaryFolder();
  const members = publishedMembers(root);
  expect(await writeSboms(root, members, folder.path)).toBeUndefined();
  const written = new Map(
    readdirSync(folder.path).map((name) => {
      const sbom = JSON.parse(readFileSync(join(folder.path, name), "utf8")) as Written;
      return [sbom.metadata.component.purl.replace(/@[^@]*$/, ""), sbom];
    }),
  );
  const missing = members.flatMap(({ manifest }) => {
    const { name = "" } = manifest;
    const sbom = written.get(purlOf(name));
    if (sbom?.bomFormat !== "CycloneDX") return [name];
    const purls = sbom.components.map(({ purl }) => purl);
    expect(new Set(purls).size).toBe(purls.length);
    const wanted = Object.keys({ ...manifest.dependencies, ...manifest.optionalDependencies });
    return wanted.filter((one) => !purls.some((purl) => purl.startsWith(`${purlOf(one)}@`)));
  });
  expect(missing).toEqual([]);
  const cli = written.get(purlOf("@skein/cli"))?.components.map(({ purl }) => purl) ?? [];
  const bundled = ["zod", "@agentclientprotocol/sdk", "@modelcontextprotocol/client"];
  expect(bundled.filter((name) => !cli.some((purl) => purl.startsWith(`${purlOf(name)}@`)))).toEqual([]);
});

function purlOf(name: string): string {
  return `pkg:npm/${name.replace("@", "%40")}`;
}
