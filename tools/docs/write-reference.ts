import { join, normalize } from "node:path";
import { Application } from "typedoc";
import { entryPoints } from "./entry-points.ts";

/** The API reference of the packages that an app builds on, as HTML. @returns whether it was written without an error. */
export async function writeReference(root: string, out: string): Promise<boolean> {
  const names = entryPoints(root);
  const app = await Application.bootstrap({
    name: "Skein",
    entryPoints: [...names.keys()],
    tsconfig: join(root, "tools/docs/tsconfig.json"),
    readme: join(root, "docs/embedding.md"),
    out,
    disableSources: true,
    excludeExternals: true,
    excludePrivate: true,
    hideGenerator: true,
    githubPages: false,
    // Types that a package keeps to itself are shown where they are used; pages of the docs are not part of the reference.
    validation: { notExported: false, invalidLink: false, invalidPath: false },
    logLevel: "Error",
  });
  const points = app.getEntryPoints()?.map((point) => ({
    ...point,
    displayName: names.get(normalize(point.sourceFile.fileName)) ?? point.displayName,
  }));
  if (!points || points.length < names.size) return false;
  const project = app.converter.convert(points);
  await app.generateDocs(project, out);
  return !app.logger.hasErrors();
}
