#!/usr/bin/env node
import { createExtension, CreateError } from "./create-extension.ts";

const [name, ...rest] = process.argv.slice(2);

try {
  if (name === undefined || rest.length > 0)
    throw new CreateError("Say its name: npm create @skein/extension my-tools");
  const { folder, files } = createExtension(process.cwd(), name);
  console.log(`Made ${folder}: ${files.length} files.

Next:
  cd ${name}
  npm install
  npm test

Its README says how to use it.`);
} catch (error) {
  if (!(error instanceof CreateError)) throw error;
  console.error(error.message);
  process.exitCode = 2;
}
