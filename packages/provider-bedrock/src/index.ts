export { bedrock, createBedrock } from "./provider.ts";
export { type AwsKeys, type BedrockSettings } from "./settings.ts";
