import { hostWith } from "@skein/test-host";
import { shareSessions } from "../../../src/index.ts";

// attach.ts FOLDER: attaches to the session "shared" and reads its events, with a connection open, until it is killed.
const [folder = ""] = process.argv.slice(2);
const { host } = await hostWith(folder, [], { shareSessions });
const session = await host.open({ cwd: folder, session: "shared", attended: false });
for await (const event of session.events()) console.log(event.type);
