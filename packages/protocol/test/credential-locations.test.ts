import { describe, expect, it } from "vitest";
import { credentialLocations, protectedNames } from "../src/index.ts";

const paths = credentialLocations.map(({ path }) => path);

describe("the table of credential locations", () => {
  it.each(
    "fly heroku vercel netlify wrangler stripe huggingface supabase pulumi copilot glab Bitwarden s3cfg boto ngrok msmtp kaggle dbt snowflake terraform gcloud azure kube helm cargo gem pypi composer m2 gradle nuget rclone age sops".split(
      " ",
    ),
  )("names where %s stores what gives access", (program) => {
    expect(paths.filter((path) => path.toLowerCase().includes(program.toLowerCase()))).not.toEqual([]);
  });

  it("names each path once, without a slash at its ends", () => {
    expect(new Set(paths).size).toBe(paths.length);
    expect(paths.filter((path) => /^\/|\/$/.test(path))).toEqual([]);
  });

  it("has in each location the parts that are guarded or redacted", () => {
    for (const { path, guarded = [], files = [] } of credentialLocations)
      for (const part of [...guarded, ...files]) expect(`${part}/`.startsWith(`${path}/`)).toBe(true);
  });
});

it("names of what programs obey are single names, each with its reason", () => {
  expect(protectedNames.filter(([name, reason]) => name.includes("/") || reason.endsWith("."))).toEqual([]);
  expect(new Set(protectedNames.map(([name]) => name)).size).toBe(protectedNames.length);
});
