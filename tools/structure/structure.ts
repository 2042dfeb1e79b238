import { arrows as ourArrows } from "./arrows.ts";
import type { ArrowTable } from "./arrows.ts";
import { commandSizeProblems } from "./laws/command-size.ts";
import { cycleProblems } from "./laws/cycles.ts";
import { docstringProblems } from "./laws/docstrings.ts";
import { fileWriteProblems } from "./laws/file-writes.ts";
import { fixedValueProblems } from "./laws/fixed-values.ts";
import { folderProblems } from "./laws/folders.ts";
import { importProblems } from "./laws/imports.ts";
import { lazyImportProblems } from "./laws/lazy-imports.ts";
import { loadTimeCallProblems } from "./laws/load-time-calls.ts";
import { manifestProblems } from "./laws/manifests.ts";
import { newcomerProblems } from "./laws/newcomers.ts";
import { oneDefinitionProblems } from "./laws/one-definition.ts";
import { optionalCallProblems } from "./laws/optional-calls.ts";
import { outgoingProblems } from "./laws/outgoing.ts";
import { recursiveFolderProblems } from "./laws/recursive-folders.ts";
import { settingsReadProblems } from "./laws/settings-read.ts";
import { spawnerProblems } from "./laws/spawners.ts";
import { taskProblems } from "./laws/tasks.ts";
import { testClockProblems } from "./laws/test-clocks.ts";
import { upkeepProblems } from "./laws/upkeep.ts";
import { facelessProblems } from "./laws/faceless.ts";
import { wordListProblems } from "./laws/word-lists.ts";
import { textReadProblems } from "./laws/text-reads.ts";
import { providerFileProblems, vendorNameProblems } from "./laws/vendors.ts";
import type { Problem, Workspace } from "./workspace.ts";

/** Everything in which a workspace breaks the laws, in the order of the files. */
export function structureProblems(workspace: Workspace, arrows: ArrowTable = ourArrows): Problem[] {
  const problems = [
    ...workspace.problems,
    ...manifestProblems(workspace, arrows),
    ...importProblems(workspace, arrows),
    ...cycleProblems(workspace),
    ...vendorNameProblems(workspace),
    ...facelessProblems(workspace),
    ...providerFileProblems(workspace),
    ...upkeepProblems(workspace, arrows),
    ...taskProblems(workspace),
    ...spawnerProblems(workspace),
    ...textReadProblems(workspace),
    ...fileWriteProblems(workspace),
    ...outgoingProblems(workspace),
    ...optionalCallProblems(workspace),
    ...recursiveFolderProblems(workspace),
    ...lazyImportProblems(workspace),
    ...loadTimeCallProblems(workspace),
    ...newcomerProblems(workspace),
    ...commandSizeProblems(workspace),
    ...fixedValueProblems(workspace),
    ...testClockProblems(workspace),
    ...wordListProblems(workspace),
    ...settingsReadProblems(workspace),
    ...oneDefinitionProblems(workspace),
    ...folderProblems(workspace),
    ...docstringProblems(workspace),
  ];
  return problems.toSorted((a, b) => (a.file === b.file ? a.line - b.line : a.file < b.file ? -1 : 1));
}
