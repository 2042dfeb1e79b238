export { agreeToRecipe, type AgreedTo } from "./trust/agree-to-recipe.ts";
export { leadsToRecipe } from "./trust/leads-to-recipe.ts";
export { forgetTrusted, listTrusted, trustFileHere, type Trusted } from "./trust/trusted-here.ts";
