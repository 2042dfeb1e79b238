import { campaigns } from "./campaigns.ts";
import { main } from "./runner/main.ts";

// node tools/campaigns/run.ts [NAME [OPTIONS]]: lists the campaigns, or runs one.
await main(campaigns, process.argv.slice(2));
