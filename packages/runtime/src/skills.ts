export { readOptionalFrontMatter } from "@skein/extension-kit/front-matter";
export {
  allowedToolsIn,
  filesOfSkill,
  isPortableSkillName,
  readSkill,
  readSkills,
  skillFile,
  skillFolders,
  type FoundSkills,
  type Skill,
  type SkillProblem,
} from "@skein/extensions-builtin/skills";
