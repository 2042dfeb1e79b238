#!/usr/bin/env node
// No static import, so that an old Node reaches the version check instead of failing on one.
const major = Number(process.versions.node.split(".")[0]);
const main = new URL("../dist/main.js", import.meta.url);

if (major < 24) {
  process.stderr.write(
    `skein needs Node.js 24 or newer, and this is ${process.version}: get a newer one from https://nodejs.org or your version manager, then run skein again.\n`,
  );
  process.exitCode = 2;
} else {
  if (makeCacheFolder()) process.getBuiltinModule("node:module").enableCompileCache();
  import(main.href).catch((error) => {
    if (error.code !== "ERR_MODULE_NOT_FOUND" || error.url !== main.href) throw error;
    process.stderr.write("skein is not built yet: run `npm run setup` in the repository, then try again.\n");
    process.exitCode = 2;
  });
}

/** Node keeps compiled code here, and below /proc it would try for ever to make the folder. Returns whether it is there. */
function makeCacheFolder() {
  try {
    const folder = `${process.getBuiltinModule("node:os").tmpdir()}/node-compile-cache`;
    process.getBuiltinModule("node:fs").mkdirSync(folder);
    return true;
  } catch (error) {
    return error.code === "EEXIST";
  }
}
