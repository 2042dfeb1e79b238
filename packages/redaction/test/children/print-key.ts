import { redactionKey } from "../../src/index.ts";

// node print-key.ts FILE: the key, as hexadecimal.
process.stdout.write(Buffer.from(await redactionKey(process.argv[2]!)).toString("hex"));
