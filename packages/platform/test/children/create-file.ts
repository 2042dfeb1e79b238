import { readFileSync } from "node:fs";
import { createPrivateFile } from "@skein/platform/files";

// create-file.ts PATH WORD: puts a file full of that word there. Prints which word it then holds, if it is whole.
const [path = "", word = ""] = process.argv.slice(2);
createPrivateFile(path, word.repeat(100_000));
const text = readFileSync(path, "utf8");
console.log(text.length === 100_000 * word.length ? text.slice(0, word.length) : "a part");
