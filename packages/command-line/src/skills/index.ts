export { addSkill } from "./add-skill.ts";
export { newSkill } from "./new-skill.ts";

export { skillText, validateSkill } from "./validate-skill.ts";
