import { hostWith } from "@skein/test-host";

// attach.ts FOLDER: attaches to the session "shared" and reads its events, with a connection open, until it is killed.
const [folder = ""] = process.argv.slice(2);
const { host } = await hostWith(folder, []);
const session = await host.open({ cwd: folder, session: "shared", attended: false });
for await (const event of session.events()) console.log(event.type);
