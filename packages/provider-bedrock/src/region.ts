import { ConfigError } from "@skein/protocol";
import { providerId } from "./names.ts";
import type { AwsFiles } from "./aws-files.ts";
import { loadSmithyConfig } from "./later.ts";

/** The region for requests. Throws `ConfigError` `usage` when it is missing or invalid. */
export async function regionOf(
  explicit: string | undefined,
  env: Readonly<Record<string, string | undefined>>,
  files: AwsFiles,
): Promise<string> {
  const said = [explicit, env["AWS_REGION"], env["AWS_DEFAULT_REGION"]].map((one) => one?.trim());
  const region = said.find((one) => one !== undefined && one !== "") ?? (await regionOfProfile(files));
  if (region === undefined) {
    throw new ConfigError("usage", `There is no region for ${providerId}.`, {
      hint: "Set AWS_REGION, for example to us-east-1, or `region` of the profile in ~/.aws/config.",
    });
  }
  // It becomes part of a host's name.
  if (!/^[a-z]{2,}(-[a-z0-9]+)+$/.test(region)) {
    throw new ConfigError("usage", `${JSON.stringify(region)} is no region of AWS.`, {
      hint: "Set AWS_REGION to something like us-east-1.",
    });
  }
  return region;
}

async function regionOfProfile({ profile = "default", ...files }: AwsFiles): Promise<string | undefined> {
  const { loadSharedConfigFiles } = await loadSmithyConfig();
  const { configFile, credentialsFile } = await loadSharedConfigFiles(files);
  return configFile[profile]?.["region"] ?? credentialsFile[profile]?.["region"];
}

/** Source: docs.aws.amazon.com/general/latest/gr/bedrock.html; China has its own domain. */
export function addressOf(service: "bedrock" | "bedrock-runtime", region: string): string {
  return `https://${service}.${region}.amazonaws.com${region.startsWith("cn-") ? ".cn" : ""}`;
}
