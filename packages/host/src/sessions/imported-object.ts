import type { OutcomeError } from "@skein/protocol";
import type { ImportEnd } from "./import-sessions.ts";

/** What came of all files, for programs. @param describe - what is said of an error. */
export function importedObject(
  ends: readonly ImportEnd[],
  describe: (error: unknown) => OutcomeError,
): object {
  return {
    imported: ends.flatMap(({ file, imported }) => {
      if (!imported) return [];
      const { session: id, ...rest } = imported;
      return [{ id, path: file.path, ...rest }];
    }),
    failed: ends.flatMap(({ file: { path, session }, error }) =>
      error ? [{ path, ...(session === undefined ? {} : { session }), ...describe(error) }] : [],
    ),
  };
}
