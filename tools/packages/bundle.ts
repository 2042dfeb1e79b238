import { bundleLibrary } from "./bundle-library.ts";

// node ../../tools/packages/bundle.ts, in the folder of a library: the JavaScript of its `dist`.
await bundleLibrary(process.cwd());
