import { sampleStore, user, type SampleStore } from "../sample-store.ts";

/** The same in every process. */
export function commonStore(): SampleStore {
  const store = sampleStore();
  for (const session of ["s0", "s1", "s2"])
    store.add(session, ...Array.from({ length: 300 }, (_, index) => user(`common ${session} ${index}`)));
  return store;
}
