export { addSkill } from "./skills/add-skill.ts";
export { newSkill } from "./skills/new-skill.ts";
export { namedSkill, skillsHere, type SkillsHere } from "./skills/skills-here.ts";
export { skillText, validateSkill } from "./skills/validate-skill.ts";
export { type Skill, type SkillProblem } from "@skein/extensions-builtin/skills";
