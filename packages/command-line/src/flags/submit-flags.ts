import { onlyFlags, type Flags } from "../flag.ts";
import { runFlags } from "./run-flags.ts";

/** Of the command that hands a task to workers. */
export const submitFlags = {
  ...onlyFlags(runFlags, "cwd", "provider", "model", "mode", "session-id"),
  ...onlyFlags(runFlags, "database-url"),
  work: {
    value: "PLACE",
    description:
      "Work on files of a git repository, URL or URL#REF, or of a .tar, .tar.gz or .tgz, in place of the working folder",
  },
  priority: { value: "N", description: "Higher ones first, 0 to 999; default 0" },
  share: { value: "NAME", description: "Whose it is: workers can limit the runs of each" },
} as const satisfies Flags;
