import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Member } from "../structure/workspace.ts";
import { runIn } from "./run-in.ts";

interface Component {
  readonly type: "library";
  readonly name: string;
  readonly version: string;
  readonly purl: string;
  readonly "bom-ref": string;
  readonly [field: string]: unknown;
}

interface Sbom {
  readonly metadata: { readonly component: { readonly purl: string } };
  readonly components: readonly Component[];
  readonly [field: string]: unknown;
}

/**
 * Writes what each package consists of as CycloneDX, a file per package: what it depends on, from the lockfile, and for
 * an app also whose code is in its bundle.
 *
 * @returns what went wrong, if anything did.
 */
export async function writeSboms(
  root: string,
  members: readonly Member[],
  folder: string,
): Promise<string | undefined> {
  const filters = members.flatMap(({ manifest }) => ["--filter", manifest.name ?? ""]);
  const how = ["--sbom-format", "cyclonedx", "--prod", "--lockfile-only", "--split"];
  const out = ["--out", join(folder, "%s.cdx.json")];
  const { ok, output } = await runIn({ cwd: root }, "pnpm", ...filters, "sbom", ...how, ...out);
  if (!ok) return output;
  const files = new Map(
    readdirSync(folder)
      .filter((name) => name.endsWith(".cdx.json"))
      .map((name) => {
        const sbom = JSON.parse(readFileSync(join(folder, name), "utf8")) as Sbom;
        return [nameIn(sbom.metadata.component.purl), { file: join(folder, name), sbom }];
      }),
  );
  for (const member of members) {
    const name = member.manifest.name ?? member.name;
    const written = files.get(name);
    if (!written) return `pnpm wrote no SBOM of ${name}.`;
    if (member.kind !== "apps") continue;
    const notices = readFileSync(join(root, member.folder, "dist/THIRD-PARTY-LICENSES.txt"), "utf8");
    writeFileSync(written.file, `${JSON.stringify(withBundled(written.sbom, notices), undefined, 2)}\n`);
  }
  return undefined;
}

/** Adds the packages whose licences go along with a bundle. */
function withBundled(sbom: Sbom, notices: string): Sbom {
  const there = new Set(sbom.components.map(({ purl }) => purl));
  const bundled = [...notices.matchAll(/^={80}\n\n(\S+) (\S+) \((.+)\)$/gm)].map(
    ([, name = "", version = "", license = ""]): Component => {
      const [scope, bare] = name.startsWith("@") ? name.split("/") : [undefined, name];
      const purl = `pkg:npm/${name.replace("@", "%40")}@${version}`;
      return {
        type: "library",
        ...(scope === undefined ? {} : { group: scope }),
        name: bare ?? name,
        version,
        purl,
        "bom-ref": purl,
        licenses: [{ expression: license }],
      };
    },
  );
  return { ...sbom, components: [...sbom.components, ...bundled.filter(({ purl }) => !there.has(purl))] };
}

function nameIn(purl: string): string {
  return decodeURIComponent(purl.replace(/^pkg:npm\//, "").replace(/@[^@]*$/, ""));
}
