import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Plugin } from "rolldown";

/**
 * What may be in the bundle. All of these ask for their text, and nothing more, to go along. MPL-2.0 is not among them:
 * it wants its sources offered, and a minified bundle has none.
 */
const allowed: ReadonlySet<string> = new Set([
  "0BSD",
  "Apache-2.0",
  "BlueOak-1.0.0",
  "BSD-2-Clause",
  "BSD-3-Clause",
  "CC0-1.0",
  "ISC",
  "MIT",
  "Unlicense",
]);

/**
 * Writes `THIRD-PARTY-LICENSES.txt`: name, version, licence and its text for every package of which something is in the
 * bundle. Fails the bundle when one has no licence, no text of it, or one that is not allowed.
 */
export function licences(): Plugin {
  return {
    name: "licences",
    generateBundle(_, bundle) {
      const modules = Object.values(bundle).flatMap((file) => (file.type === "chunk" ? file.moduleIds : []));
      const folders = new Set(modules.flatMap((id) => packageFolder(id) ?? []));
      const packages = [...folders].map(readPackage);
      const problems = packages.flatMap(({ problem }) => problem ?? []);
      if (problems.length > 0) this.error(problems.toSorted().join("\n"));
      const source = [intro, ...packages.map(({ text }) => text).toSorted()].join(`\n${"=".repeat(80)}\n\n`);
      this.emitFile({ type: "asset", fileName: "THIRD-PARTY-LICENSES.txt", source });
    },
  };
}

const intro = "This program contains the work of others, under the licences below.\n";

/** The package a module is part of; `undefined` for our own modules and for those that are no files. */
function packageFolder(id: string): string | undefined {
  return /^[^\0]*[\\/]node_modules[\\/](?:@[^\\/]+[\\/])?[^\\/]+(?=[\\/])/.exec(id)?.[0];
}

interface Manifest {
  readonly name: string;
  readonly version: string;
  readonly license?: unknown;
  readonly author?: string | { readonly name?: string };
}

interface Package {
  readonly text: string;
  readonly problem: string | undefined;
}

function readPackage(folder: string): Package {
  const manifest = JSON.parse(readFileSync(join(folder, "package.json"), "utf8")) as Manifest;
  const title = `${manifest.name} ${manifest.version}`;
  const { license } = manifest;
  if (typeof license !== "string") return { text: "", problem: `${title} names no licence.` };
  if (!isAllowed(license))
    return { text: "", problem: `${title} is under ${license}, which is not allowed.` };
  const texts = licenceTexts(folder);
  if (texts.length === 0 && license === "MIT") texts.push(mitText(manifest));
  const problem = texts.length === 0 ? `${title} has no text of its licence, ${license}.` : undefined;
  return { text: [`${title} (${license})`, ...texts].join("\n\n") + "\n", problem };
}

/** An SPDX expression without nested brackets: one of the alternatives must be allowed, with all that it joins. */
function isAllowed(license: string): boolean {
  const alternatives = license.replace(/^\((.*)\)$/, "$1").split(" OR ");
  return alternatives.some((one) => one.split(" AND ").every((id) => allowed.has(id)));
}

const licenceFile = /^((un)?licen[cs]e|copying|notice)([-_.].*)?$/i;
const program = /\.([cm]?[jt]s|json|map)$/i;

function licenceTexts(folder: string): string[] {
  const names = readdirSync(folder).filter((name) => licenceFile.test(name) && !program.test(name));
  return names
    .toSorted()
    .map((name) => readFileSync(join(folder, name), "utf8").replaceAll("\r\n", "\n").trim());
}

/** For a package that says MIT and leaves the text out. Source: https://spdx.org/licenses/MIT.html */
function mitText({ name, author }: Manifest): string {
  const holder = (typeof author === "string" ? author : author?.name) ?? `the authors of ${name}`;
  return `Copyright (c) ${holder}

Permission is hereby granted, free of charge, to any person obtaining a copy of this software and associated
documentation files (the "Software"), to deal in the Software without restriction, including without limitation the
rights to use, copy, modify, merge, publish, distribute, sublicense, and/or sell copies of the Software, and to permit
persons to whom the Software is furnished to do so, subject to the following conditions:

The above copyright notice and this permission notice shall be included in all copies or substantial portions of the
Software.

THE SOFTWARE IS PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND, EXPRESS OR IMPLIED, INCLUDING BUT NOT LIMITED TO THE
WARRANTIES OF MERCHANTABILITY, FITNESS FOR A PARTICULAR PURPOSE AND NONINFRINGEMENT. IN NO EVENT SHALL THE AUTHORS OR
COPYRIGHT HOLDERS BE LIABLE FOR ANY CLAIM, DAMAGES OR OTHER LIABILITY, WHETHER IN AN ACTION OF CONTRACT, TORT OR
OTHERWISE, ARISING FROM, OUT OF OR IN CONNECTION WITH THE SOFTWARE OR THE USE OR OTHER DEALINGS IN THE SOFTWARE.`;
}
