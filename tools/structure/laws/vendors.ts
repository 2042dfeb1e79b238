import {
  mayCompareVendors,
  providerFiles,
  vendorlessProviders,
  vendorNames,
  wireBorrowers,
} from "../arrows.ts";
import { comparedLiterals, lineAt } from "../source.ts";
import type { Problem, Workspace } from "../workspace.ts";

/** Outside the providers no code asks which vendor or model it is talking to. */
export function vendorNameProblems({ members }: Workspace): Problem[] {
  const files = members.filter(({ kind }) => kind !== "examples").flatMap(({ src }) => src);
  return files
    .filter(({ path }) => !mayCompareVendors.test(path))
    .flatMap(({ path, source }) =>
      comparedLiterals(source)
        .filter(({ value }) => vendorNames.test(value))
        .map(({ value, start }) => ({
          file: path,
          line: lineAt(source.text, start),
          what: `compares with the vendor or model name "${value}"`,
          fix: "let the provider package answer, through the protocol",
        })),
    );
}

/** All packages that talk to a vendor have the same files. */
export function providerFileProblems({ members }: Workspace): Problem[] {
  return members
    .filter(({ kind, name }) => kind === "packages" && name.startsWith("provider-"))
    .filter(({ name }) => !vendorlessProviders.includes(name))
    .flatMap(({ folder, name, src }) =>
      providerFiles
        .filter((wanted) => wanted !== "reply/" || !wireBorrowers.includes(name))
        .filter((wanted) => !src.some(({ path }) => isOrIsIn(path, `${folder}/src/${wanted}`)))
        .map((wanted) => ({
          file: `${folder}/src/${wanted}`,
          line: 1,
          what: "is missing; every provider has the same files",
          fix: "add it, as in the other providers",
        })),
    );
}

function isOrIsIn(path: string, wanted: string): boolean {
  return wanted.endsWith("/") ? path.startsWith(wanted) : path === wanted;
}
