export { activeSkills, type ActiveSkill, type ActiveSkills } from "./active-skills.ts";
export { allowedToolsIn } from "./allowed-tools.ts";
export { isPortableSkillName, parseSkill, type ParsedSkill } from "./parse-skill.ts";
export { readSkill, readSkills, skillFile, type FoundSkills } from "./read-skills.ts";
export { skillFolders, type SkillFolder, type SkillPlaces } from "./skill-folders.ts";
export { type Skill, type SkillProblem } from "./skill.ts";
export { skills, type SkillsOptions } from "./skills.ts";
export { filesOfSkill } from "./supporting-files.ts";
