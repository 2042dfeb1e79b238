import { openSearch } from "../../../src/search/index.ts";
import { commonStore } from "./common-store.ts";

// node update.ts PATH [killed]: updates and asks, or stops after the first session and waits to be killed.
const [path = "", isToBeKilled] = process.argv.slice(2);
const store = commonStore();
const search = openSearch(path);
if (isToBeKilled === undefined) {
  for (let count = 1; count <= 3; count++) {
    await search.update(store, ["s0", "s1", "s2"]);
    if (search.search("common", { limit: 1000 }).length !== 900) process.exit(1);
  }
  search.close();
  process.disconnect();
} else {
  const read: typeof store.read = async function* (session, ...rest) {
    if (session === "s1") {
      process.send?.("now");
      await new Promise((resolve) => setTimeout(resolve, 60_000));
    }
    yield* store.read(session, ...rest);
  };
  await search.update({ ...store, read }, ["s0", "s1", "s2"]);
}
