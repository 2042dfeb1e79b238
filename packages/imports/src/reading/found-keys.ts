import type { JsonObject, JsonValue } from "@skein/protocol";
import { keyVariableOf } from "./provider-ids.ts";
import { mapOf, readMap } from "./read-file.ts";
import type { Reading } from "./reading.ts";

interface SignIns {
  /** JSON: a map of providers to how one signs in there. */
  readonly file: string;
  /** The key in a sign-in; `undefined` when it has none that can be taken over. */
  readonly keyIn: (signIn: JsonObject) => string | undefined;
  /** Why a sign-in without such a key is left. */
  readonly why: string;
}

/** The keys in another program's file of sign-ins. */
export async function foundKeys(
  { file, keyIn, why }: SignIns,
  { into, providers }: Pick<Reading, "into" | "providers">,
): Promise<void> {
  for (const [provider, said] of Object.entries<JsonValue>((await readMap(file, "json", into)) ?? {})) {
    const key = keyIn(mapOf(said));
    const name = keyVariableOf(providers, provider);
    const subject = `the key of ${provider}`;
    if (key === undefined) into.leave("secrets", subject, why, file);
    else if (name === undefined) into.leave("secrets", subject, "Skein has no such provider yet", file);
    else into.secret({ name, value: key, file });
  }
}
